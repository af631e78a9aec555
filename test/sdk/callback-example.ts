import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastingPort } from '../support/lasting-port.ts';
import { startProgram, type Sdk } from './sdk-programs.ts';

const STARTS_WITHIN_MS = 30_000;

export interface CallbackExample extends AsyncDisposable {
  url: string;
  nextLine(): Promise<string | undefined>;
}

/** Starts the example of an SDK that receives callbacks. */
export async function startCallbackExample(sdk: Sdk, secret: string): Promise<CallbackExample> {
  const port = await lastingPort();
  // PHP's own server runs the file once per request.
  const flags = sdk === 'php' ? ['-S', `127.0.0.1:${port}`] : [];
  const child = startProgram(
    sdk,
    'examples/callbacks',
    { PORT: String(port), CALLBACK_SECRET: secret },
    flags,
  );
  if (child.stdout === null) throw new Error('The program has no output.');
  child.stderr?.resume();
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const url = `http://127.0.0.1:${port}/callbacks`;
  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (
    !(await fetch(url, { method: 'POST' }).then(
      () => true,
      () => false,
    ))
  ) {
    if (Date.now() > deadline || child.exitCode !== null)
      throw new Error(`The ${sdk} example did not start.`);
    await sleep(50);
  }
  return {
    url,
    nextLine: async () => ((await lines.next()) as { value?: string }).value,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill();
      await closed;
    },
  };
}
