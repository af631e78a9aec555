/** Makes passes for Apple Wallet; its thread starts with the first request. */
import { workerThreads } from '../../../platform/threads/worker-threads.ts';
import { passText, type PassAsk } from './apple-pass.ts';
import { passPictures } from './pass-pictures.ts';
import type { PassTask } from './sign-pass.ts';

const limits = { megabytes: 256, timeoutMs: 15_000, maxUnderWay: 32, maxWaitMs: 60_000 };

export interface PassMaker {
  /** Returns a signed `.pkpass`; throws if too many are waiting. */
  make(ask: Omit<PassAsk, 'pictured'>, picture: Buffer | null): Promise<Buffer>;
  close(): Promise<void>;
}

export function createPassMaker(): PassMaker {
  const file = new URL('./pass-worker.ts', import.meta.url);
  const threads = workerThreads<PassTask, Uint8Array>(file, limits);
  return {
    make: async (ask, picture) => Buffer.from((await threads.run(() => taskOf(ask, picture))).buffer),
    close: () => threads.close(),
  };
}

async function taskOf(ask: Omit<PassAsk, 'pictured'>, picture: Buffer | null): Promise<PassTask> {
  const pictures = await passPictures(ask.view.design.colours.light, picture);
  const text = passText({ ...ask, pictured: 'strip.png' in pictures });
  const { certificate, privateKey, authority } = ask.apple;
  return { text, pictures, keys: { certificate, privateKey, authority } };
}
