/** What traces cost: processor time of an order from its request to its certificate, without, with some, and with all. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lineOf, type Line, type Section } from '../report/line.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import { processorTime } from '../world/processor-time.ts';
import { endToEnd } from './issue.ts';
import type { SectionRun } from './section-run.ts';

const shares = { off: null, 'of 1 % of the orders': 0.01, 'of all orders': 1 } as const;
type Share = keyof typeof shares;
const names = Object.keys(shares) as Share[];

const warmUpOrders = 3000;
const wholeSizes = { rounds: 5, orders: 8000 };
const quickSizes = { rounds: 2, orders: 4000 };

interface Pair {
  serve: PlatformProcess;
  work: PlatformProcess;
}

/** Its own processes for each share, measured in turn, so that other load on the machine affects all alike. */
export async function measureTracing(run: SectionRun): Promise<Section> {
  const { rounds, orders } = run.quick ? quickSizes : wholeSizes;
  await using running = new AsyncDisposableStack();
  const codes = names.length * rounds * (warmUpOrders + orders);
  const shop = running.use(await run.world.open('tracing', codes));
  const collector = await startCollector();
  running.defer(() => collector.stop());
  const used: Record<Share, number[]> = { off: [], 'of 1 % of the orders': [], 'of all orders': [] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of names) {
      run.say(`tracing: ${name}, round ${round} of ${rounds}`);
      const share = shares[name];
      const traces = share === null ? {} : { traces: { url: collector.url, share } };
      const pair = { serve: await shop.start('serve', traces), work: await shop.start('work', traces) };
      try {
        await endToEnd(run, shop, pair.serve.port, warmUpOrders);
        const micros = await cost(run, shop, pair, orders);
        if (micros !== null) used[name].push(micros);
      } finally {
        await Promise.all([pair.serve.stop(), pair.work.stop()]);
      }
    }
  }
  return { lines: names.flatMap((name) => lineOfShare(name, used)), curves: [] };
}

/** Microseconds of serve and work for an order; null: the system counts none. */
async function cost(
  run: SectionRun,
  shop: ShopDatabase,
  { serve, work }: Pair,
  orders: number,
): Promise<number | null> {
  const spent = await processorTime({ serve: serve.pid, work: work.pid }, async () => {
    await endToEnd(run, shop, serve.port, orders);
  });
  return spent === null ? null : (spent.serve + spent.work) / orders;
}

function lineOfShare(name: Share, used: Record<Share, number[]>): Line[] {
  const rounds = used[name];
  if (rounds.length === 0) return [];
  const what = `processor time an order, serve and work, traces ${name}`;
  const line = { section: 'tracing', what, unit: 'µs', rounds };
  return [lineOf(name === 'off' ? line : { ...line, beside: { what: 'traces off', rounds: used.off } })];
}

/** Takes what comes; what that costs is not counted. */
async function startCollector(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
