/** Samples that no test can run, each with its page: as few as can be. */
export const notRun: readonly string[] = [
  'README.md: needs the address of the repository',
  'docs/operating.md: installs packages and starts services of two machines',
  'docs/ru/operating.md: installs packages and starts services of two machines',
  'docs/ru/scaling.md: needs a server with Citus, and a node',
  'docs/ru/tracing.md: needs Jaeger, which is not installed',
  'docs/scaling.md: needs a server with Citus, and a node',
  'docs/tracing.md: needs Jaeger, which is not installed',
  'sdk/python/README.md: needs Django and Flask, which are not installed',
];
