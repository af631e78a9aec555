import { createServer, type AddressInfo } from 'node:net';
import { StartProblem } from './start-problem.ts';

/** Returns `port` if it is free, or any free one for 0; throws a StartProblem otherwise. */
export async function freePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
    return (probe.address() as AddressInfo).port;
  } catch (problem) {
    throw listenProblem(problem, host, port);
  } finally {
    probe.close();
  }
}

/** Why an address cannot be used, as a sentence if a person can fix it. */
export function listenProblem(problem: unknown, host: string, port: number): unknown {
  switch ((problem as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartProblem(
        `Port ${port} of ${host} is busy: stop what listens there, or set PORT to another.`,
      );
    case 'EACCES':
      return new StartProblem(
        `Port ${port} of ${host} may not be opened by this user: set PORT to one above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartProblem(`${host} is no address of this machine: set HOST to one that is.`);
    default:
      return problem;
  }
}
