// Asks npm itself whether its registry answers, so that proxies, authorities and private registries are those of `npm ci`.
import { spawn } from 'node:child_process';

/** For the answer; npm's own start comes on top. */
const ANSWER_LIMIT_MS = 5000;
const PROBE_LIMIT_MS = 9000;

/** No connection came about. What a registry answers, also a refusal, is left to `npm ci`. */
export const UNREACHABLE =
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ERR_SOCKET_TIMEOUT/;

/** `answers`, `unreachable`, or `silent` when it takes too long to say. */
export function probeRegistry(npm, cwd) {
  return new Promise((resolve) => {
    const args = [...npm.args, 'ping', '--no-update-notifier', '--fetch-retries=1'];
    args.push('--fetch-retry-mintimeout=500', `--fetch-timeout=${ANSWER_LIMIT_MS}`);
    const child = spawn(npm.command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    const limit = setTimeout(() => {
      resolve('silent');
      child.kill('SIGKILL');
    }, PROBE_LIMIT_MS);
    child.once('error', () => resolve('answers')); // Without npm, its absence is what the install tells.
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve(code !== 0 && UNREACHABLE.test(said) ? 'unreachable' : 'answers');
    });
  });
}
