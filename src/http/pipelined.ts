/** Requests that a connection sends without waiting for the answers before. */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests of one connection, so that none takes the process from the others: a chunk of 64 kB holds a thousand small requests, which Node hands
 * over in one turn of its event loop. Browsers and programs send one after the other.
 */
const mostAtOnce = 8;

/** Whoever sends so many more without waiting is cut off. */
const mostInLine = 2000;

/** Requests of all connections. */
const mostInAllLines = 20_000;

interface Line {
  underWay: number;
  waiting: (() => void)[];
}

/** Answers few requests of each connection at once, the others in their turn. */
export function limitPipelined(next: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  let inAllLines = 0;

  function lineOf(socket: Socket): Line {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = { underWay: 0, waiting: [] };
    lines.set(socket, line);
    socket.once('close', () => {
      inAllLines -= line.waiting.length;
      line.waiting.length = 0;
    });
    return line;
  }

  function endOne(line: Line): void {
    line.underWay -= 1;
    const start = line.waiting.shift();
    if (start === undefined) return;
    inAllLines -= 1;
    start();
  }

  return (request, response) => {
    const line = lineOf(request.socket);
    const start = (): void => {
      line.underWay += 1;
      response.once('close', () => endOne(line));
      next(request, response);
    };
    if (line.underWay < mostAtOnce) start();
    else if (line.waiting.length < mostInLine && inAllLines < mostInAllLines) {
      line.waiting.push(start);
      inAllLines += 1;
    } else request.socket.destroy();
  };
}
