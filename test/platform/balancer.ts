import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A balancer as HAProxy is in TCP mode: it looks at /readyz, and each connection goes to the next one that is ready. */
export interface Balancer extends AsyncDisposable {
  url: string;
  add(url: string): void;
  remove(url: string): void;
  /** Connections that no server took. */
  refused: number;
}

const lookEveryMs = 100;

export async function balancer(): Promise<Balancer> {
  const servers = new Map<string, { ready: boolean }>();
  const links = new Set<Socket>();
  let turn = 0;

  async function look(): Promise<void> {
    await Promise.all(
      [...servers].map(async ([url, server]) => {
        const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
        server.ready = answer?.status === 200;
        await answer?.body?.cancel();
      }),
    );
  }
  const timer = setInterval(() => void look(), lookEveryMs);

  const listener = createServer((caller) => {
    const ready = [...servers].filter(([, server]) => server.ready).map(([url]) => url);
    turn += 1;
    const url = ready[turn % ready.length];
    if (url === undefined) {
      one.refused += 1;
      caller.destroy();
      return;
    }
    const { hostname, port } = new URL(url);
    const callee = connect(Number(port), hostname);
    const ends = [caller, callee] as const;
    callee.once('error', () => (one.refused += callee.connecting || callee.bytesRead === 0 ? 1 : 0));
    for (const [end, other] of [ends, ends.toReversed() as [Socket, Socket]]) {
      links.add(end);
      end.pipe(other);
      end.on('error', () => other.destroy()).on('close', () => links.delete(end));
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const one: Balancer = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    add: (url) => servers.set(url, { ready: false }),
    remove: (url) => servers.delete(url),
    refused: 0,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      for (const link of links) link.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return one;
}
