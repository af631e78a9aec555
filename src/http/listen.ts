/** Opens the port of a server, with several sockets where the system can share it among them. */
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import { freePort, listenProblem } from '../platform/process/free-port.ts';

/**
 * Node accepts one connection of a socket in each turn of its event loop (libuv/libuv#3696). Under load a turn takes many milliseconds, and
 * callers who open a connection for each request would wait in a queue behind each other.
 */
const sockets = 16;

/**
 * Backlog of each socket: as many as Linux allows by default. Beyond Node's 511 the kernel drops some, and their callers wait for
 * seconds or are cut off.
 */
const connectionsWaiting = 4096;

const maxConnections = 20_000;

/** Who has not come to the end of a request by then is cut off, before the process gives up ending in order. */
const lastRequestsMs = 15_000;

/** Elsewhere all connections of a shared port would come to one of its sockets. */
const canShare = process.platform === 'linux';

/** Listens until the server is closed, or throws a StartProblem. Call it before hooks are closed to the server. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  const more: Server[] = [];
  const closed: Promise<unknown>[] = [];
  let late: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    for (const server of more) closed.push(once(server.close(), 'close'));
    late = setTimeout(() => app.server.closeAllConnections(), lastRequestsMs);
    done();
  });
  // By now the server has closed what was idle, and ends the others after their answers.
  app.addHook('onClose', async () => {
    await Promise.all(closed);
    clearTimeout(late);
  });
  app.server.maxConnections = canShare ? maxConnections / sockets : maxConnections;
  // A shared port could be shared with a strange process as well.
  if (canShare && port !== 0) await freePort(host, port);
  const options = { host, port, backlog: connectionsWaiting, reusePort: canShare };
  try {
    await app.listen(options as FastifyListenOptions);
    const [first] = app.addresses();
    if (first === undefined || typeof first === 'string') return;
    for (const other of await othersOf(host, first.address)) {
      // The name may have an address that this machine has not.
      const opened = await openAnother(app, { ...options, host: other, port: first.port }).catch(() => null);
      if (opened !== null) more.push(opened);
    }
    for (let count = 1; canShare && count < sockets; count += 1)
      more.push(await openAnother(app, { ...options, host: first.address, port: first.port }));
  } catch (problem) {
    await app.close();
    throw listenProblem(problem, host, port);
  }
}

/** `localhost` has two addresses; what is given as an address has no other. */
async function othersOf(host: string, first: string): Promise<string[]> {
  if (host !== 'localhost') return [];
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address).filter((address) => address !== first);
}

/** Its connections are those of the server, which limits, times and closes them. */
async function openAnother(app: FastifyInstance, options: object): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  );
  server.maxConnections = maxConnections / sockets;
  server.listen(options);
  await once(server, 'listening');
  return server;
}
