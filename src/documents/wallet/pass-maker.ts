import { Piscina } from 'piscina';
import { passText, type PassAsk } from './apple-pass.ts';
import { passPictures } from './pass-pictures.ts';
import type { PassTask } from './sign-pass.ts';

const timeoutMs = 15_000;
const idleMs = 60_000;
const maxWaiting = 32;

export interface PassMaker {
  /** Returns a signed `.pkpass`; throws if too many are waiting. */
  make(ask: Omit<PassAsk, 'pictured'>, picture: Buffer | null): Promise<Buffer>;
  close(): Promise<void>;
}

/** Makes passes for Apple Wallet; its thread starts with the first request. */
export function createPassMaker(): PassMaker {
  const pool = new Piscina<PassTask, ArrayBuffer>({
    filename: new URL('./sign-pass.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: maxWaiting,
    idleTimeout: idleMs,
  });
  return {
    async make(ask, picture) {
      const pictures = await passPictures(ask.view.design.colours.light, picture);
      const text = passText({ ...ask, pictured: 'strip.png' in pictures });
      const { certificate, privateKey, authority } = ask.apple;
      const task: PassTask = { text, pictures, keys: { certificate, privateKey, authority } };
      return Buffer.from(await pool.run(task, { signal: AbortSignal.timeout(timeoutMs) }));
    },
    close: () => pool.destroy(),
  };
}
