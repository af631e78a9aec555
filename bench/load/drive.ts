/** Sends prepared requests to a server, closed (as fast as it answers) or at a steady rate, and counts answers and times. */
import type { HttpConnection } from './http-connection.ts';

export interface Driven {
  answered: number;
  /** Answers without the mark of success; a single one invalidates a measurement. */
  refused: number;
  firstRefusal: string;
  /** Start of sending, in milliseconds since the epoch. */
  startedAtMs: number;
  seconds: number;
  /** Latencies of the successful answers. */
  latenciesMs: number[];
  refusalsMs: number[];
  /** The same from when a connection was free to send; in an open loop, a request that found none had waited before. */
  sentLatenciesMs: number[];
  sentRefusalsMs: number[];
}

/** Requests, and what every successful answer to them contains. */
export interface Prepared {
  requests: Buffer[];
  okMark: Buffer;
}

const maxRefusalShown = 300;

/**
 * Closed loop: each connection sends its next request as soon as the last is answered, until the requests or the time
 * run out.
 */
export async function driveClosed(
  connections: HttpConnection[],
  { requests, okMark }: Prepared,
  limitMs: number,
): Promise<Driven> {
  const run = newRun(okMark);
  const deadline = run.startedAt + limitMs;
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (next < requests.length && performance.now() < deadline) {
        const request = requests[next] as Buffer;
        next += 1;
        await run.send(connection, request, performance.now());
      }
    }),
  );
  return run.end();
}

const tickMs = 2;

/**
 * Open loop: sends at a steady rate whatever the server does. A request that finds no free connection waits, and the
 * wait counts as latency, so a slow server cannot hide by slowing down its load.
 */
export async function driveSteady(
  connections: HttpConnection[],
  { requests, okMark }: Prepared,
  perSecond: number,
): Promise<Driven> {
  const run = newRun(okMark);
  const free = [...connections];
  // A moving index: `shift` on hundreds of thousands of waiting requests would cost more than the requests.
  const waiters: ((connection: HttpConnection) => void)[] = [];
  let served = 0;
  const flights: Promise<void>[] = [];

  const fly = async (request: Buffer, dueAt: number): Promise<void> => {
    // In turns, because the server closes connections that stay idle.
    const connection =
      free.shift() ?? (await new Promise<HttpConnection>((resolve) => waiters.push(resolve)));
    await run.send(connection, request, dueAt);
    const waiter = waiters[served];
    if (waiter === undefined) {
      free.push(connection);
      return;
    }
    served += 1;
    waiter(connection);
  };

  for (let next = 0; next < requests.length;) {
    const due = Math.min(
      requests.length,
      Math.floor(((performance.now() - run.startedAt) * perSecond) / 1000) + 1,
    );
    for (; next < due; next += 1) {
      flights.push(fly(requests[next] as Buffer, run.startedAt + (next * 1000) / perSecond));
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  await Promise.all(flights);
  return run.end();
}

function newRun(okMark: Buffer) {
  const startedAt = performance.now();
  const [latenciesMs, sentLatenciesMs]: [number[], number[]] = [[], []];
  const [refusalsMs, sentRefusalsMs]: [number[], number[]] = [[], []];
  let firstRefusal = '';
  return {
    startedAt,
    async send(connection: HttpConnection, request: Buffer, dueAt: number): Promise<void> {
      const sentAt = performance.now();
      const answer = await connection.exchange(request);
      const now = performance.now();
      if (answer.includes(okMark)) {
        latenciesMs.push(now - dueAt);
        sentLatenciesMs.push(now - sentAt);
        return;
      }
      refusalsMs.push(now - dueAt);
      sentRefusalsMs.push(now - sentAt);
      if (refusalsMs.length === 1) firstRefusal = answer.toString('utf8').slice(0, maxRefusalShown);
    },
    end: (): Driven => ({
      answered: latenciesMs.length + refusalsMs.length,
      refused: refusalsMs.length,
      firstRefusal,
      startedAtMs: performance.timeOrigin + startedAt,
      seconds: (performance.now() - startedAt) / 1000,
      latenciesMs,
      refusalsMs,
      sentLatenciesMs,
      sentRefusalsMs,
    }),
  };
}
