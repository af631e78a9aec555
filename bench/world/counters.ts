/** The workers that count behind the acceptance of orders, in a process of their own. Nothing is issued or sent. */
import type { ShopDatabase } from './bench-world.ts';
import { startTool } from './tool-process.ts';

export interface CounterAsks {
  start: { ask: CountersOf; answer: null };
  catchUp: { ask: CountersOf; answer: number };
}

interface CountersOf {
  url: string;
  masterKey: string;
}

const file = 'bench/world/counters-process.ts';

/** Everything that has settled is counted, as where `work` runs all the time. */
export async function catchUp({ url }: Pick<ShopDatabase, 'url'>, masterKey: Buffer): Promise<void> {
  const tool = startTool<CounterAsks>(file);
  try {
    await tool.ask('catchUp', { url, masterKey: masterKey.toString('base64') });
  } finally {
    await tool.stop();
  }
}

export function startCounters(
  { url }: Pick<ShopDatabase, 'url'>,
  masterKey: Buffer,
): AsyncDisposable & { started: Promise<null>; pid: number } {
  const tool = startTool<CounterAsks>(file);
  return {
    pid: tool.pid,
    started: tool.ask('start', { url, masterKey: masterKey.toString('base64') }),
    [Symbol.asyncDispose]: () => tool.stop(),
  };
}
