/** Opens a connection to whichever address of a host answers first. */
import { connect, type Socket } from 'node:net';

/** Between the starts of two attempts (RFC 8305, section 5). */
const attemptDelayMs = 250;
const maxAddresses = 8;

/**
 * Connects to whichever of a host's addresses answers first (RFC 8305): an address that does not answer delays the others
 * by a quarter of a second and does not end their attempts, as Node's own choice of a family does.
 */
export function connectFastest(found: readonly string[], port: number, timeoutMs: number): Promise<Socket> {
  const addresses = byTurns(found).slice(0, maxAddresses);
  return new Promise((resolve, reject) => {
    const open = new Set<Socket>();
    let delay: NodeJS.Timeout | undefined;
    let problem: Error = Object.assign(new Error('no address'), { code: 'ENOTFOUND' });

    function end(winner: Socket | null): void {
      clearTimeout(delay);
      clearTimeout(limit);
      for (const socket of open) if (socket !== winner) socket.destroy();
      if (winner === null) reject(problem);
      else resolve(winner);
    }
    function startNext(): void {
      clearTimeout(delay);
      const host = addresses.shift();
      if (host === undefined) return open.size === 0 ? end(null) : undefined;
      const socket = connect({ host, port, noDelay: true });
      open.add(socket);
      socket.once('connect', () => end(socket));
      // Whoever takes the socket listens too; an error before that must not end the process.
      socket.on('error', (error) => {
        problem = error;
        if (open.delete(socket)) startNext();
      });
      delay = setTimeout(startNext, attemptDelayMs);
    }
    const limit = setTimeout(() => {
      problem = Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' });
      end(null);
    }, timeoutMs);
    startNext();
  });
}

const isSix = (address: string): boolean => address.includes(':');

/** The families take turns, beginning with that of the first address. */
function byTurns(addresses: readonly string[]): string[] {
  const first = addresses.filter((address) => isSix(address) === isSix(addresses[0] ?? ''));
  const second = addresses.filter((address) => !first.includes(address));
  return first
    .flatMap((address, at) => [address, ...second.slice(at, at + 1)])
    .concat(second.slice(first.length));
}
