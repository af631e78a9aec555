import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between the platform and its database that loses packets on command. */
export interface DatabaseProxy extends AsyncDisposable {
  /** The database's URL through this proxy. */
  url: string;
  /** From now on nothing passes on open connections, and neither side sees that the other has closed. */
  dropSilently(): void;
  /** From now on the server's answers are lost, while statements still reach it. */
  loseAnswers(): void;
  /** The answers on new connections arrive byte by byte, so that an error comes before the state of its transaction. */
  splitAnswers(): void;
  /**
   * From now on the server does not see when a client closes its connection or dies, for longer than keep-alive takes
   * to notice a dead machine; then the connection is reset.
   */
  hideClosing(): void;
  /** New connections are silent too until `heal`. */
  dropNewOnes(): void;
  heal(): void;
  /** Resets every open connection. */
  reset(): void;
  /** Resets those on which nothing passes, as a machine does that has come back. */
  resetSilent(): void;
}

/** Longer than anything may be held up, so that what frees it is the server's own limit. */
const noticedAfterMs = 20_000;

interface Link {
  client: Socket;
  server: Socket;
  silent: boolean;
  answersLost: boolean;
  /** Settles when all is passed on; null: at once, as it comes. */
  split: Promise<void> | null;
}

export async function databaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const socketFolder = target.searchParams.get('host');
  const reach = (): Socket =>
    socketFolder === null
      ? connect(Number(target.port), target.hostname)
      : connect(`${socketFolder}/.s.PGSQL.${target.port}`);
  const links = new Set<Link>();
  let silentFromStart = false;
  let closingHidden = false;
  let areSplit = false;

  const listener = createServer((client) => {
    const split = areSplit ? Promise.resolve() : null;
    const link: Link = { client, server: reach(), silent: silentFromStart, answersLost: false, split };
    links.add(link);
    join(link, () => closingHidden);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((listener.address() as AddressInfo).port);
  url.searchParams.delete('host');

  const drop = (link: Link): void => {
    link.silent = true;
    link.client.pause();
    link.server.pause();
  };
  return {
    url: url.href,
    dropSilently: () => links.forEach(drop),
    loseAnswers: () => links.forEach((link) => (link.answersLost = true)),
    splitAnswers: () => (areSplit = true),
    hideClosing: () => (closingHidden = true),
    dropNewOnes: () => (silentFromStart = true),
    heal: () => (silentFromStart = false),
    reset: () => links.forEach(destroy),
    resetSilent: () => links.forEach((link) => link.silent && destroy(link)),
    async [Symbol.asyncDispose]() {
      links.forEach(destroy);
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

const destroy = ({ client, server }: Link): void => [client, server].forEach((socket) => socket.destroy());

function passOn(link: Link, bytes: Buffer): void {
  if (link.split === null) link.client.write(bytes);
  else link.split = link.split.then(() => writeSplit(link.client, bytes));
}

async function writeSplit(to: Socket, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    to.write(Uint8Array.of(byte));
    await new Promise(setImmediate);
  }
}

function join(link: Link, isClosingHidden: () => boolean): void {
  const { client, server } = link;
  for (const socket of [client, server]) socket.setNoDelay(true).on('error', () => {});
  client.on('data', (bytes) => link.silent || server.write(bytes));
  server.on('data', (bytes) => link.silent || link.answersLost || passOn(link, bytes as Buffer));
  client.on('close', () => {
    if (link.silent) return;
    if (isClosingHidden()) setTimeout(() => server.destroy(), noticedAfterMs).unref();
    else server.destroy();
  });
  server.on('close', () => link.silent || client.destroy());
}
