/** The workers that count behind the acceptance of orders, in a process of their own. Nothing is issued or sent. */
import type { ShopDatabase } from './bench-world.ts';
import { startTool } from './tool-process.ts';

export interface CounterAsks {
  start: { ask: { url: string; masterKey: string }; answer: null };
}

export function startCounters(
  { url }: Pick<ShopDatabase, 'url'>,
  masterKey: Buffer,
): AsyncDisposable & { started: Promise<null>; pid: number } {
  const tool = startTool<CounterAsks>('bench/world/counters-process.ts');
  return {
    pid: tool.pid,
    started: tool.ask('start', { url, masterKey: masterKey.toString('base64') }),
    [Symbol.asyncDispose]: () => tool.stop(),
  };
}
