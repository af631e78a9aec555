// For the health check of a container: asks the process beside it, `serve` on PORT or `work` on FACEVALUE_WORK_PORT, whether
// it is ready. Exit code 0: it is.
const TIMEOUT_MS = 2500;

const port = process.env.FACEVALUE_WORK_PORT || process.env.PORT || '8080';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`/readyz answers ${answer.status}`);
} catch (problem) {
  console.error(problem.cause?.code ?? problem.message);
  process.exitCode = 1;
}
