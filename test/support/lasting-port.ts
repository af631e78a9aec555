import { randomInt } from 'node:crypto';
import { freePort } from '../../src/platform/process/free-port.ts';

/** Below those that systems give to connections. */
const ports = { from: 20_000, to: 32_000 };
const mostTries = 20;

/**
 * A port that nothing else takes before a process listens there, or while a killed one is away: any free one may be given to a connection
 * of another test meanwhile.
 */
export async function lastingPort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await freePort('127.0.0.1', randomInt(ports.from, ports.to));
    } catch (problem) {
      if (attempt === mostTries) throw problem;
    }
  }
}
