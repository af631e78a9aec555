/** A shop whose database is away, asked in several set-ups; prints what each answered and told. Exists in each language. */
import { readFileSync } from 'node:fs';
import { acceptCallbacks } from '../../../sdk/typescript/src/index.ts';
import type { ShopSetup } from './failing-shops.ts';

const { headers, body, setups } = JSON.parse(readFileSync(0, 'utf8')) as {
  headers: Record<string, string>;
  body: string;
  setups: ShopSetup[];
};

const answers: unknown[] = [];
for (const { secret, hook, works } of setups) {
  const told: string[] = [];
  const hooks = {
    none: {},
    tells: { onError: (error: unknown) => void told.push((error as Error).message) },
    fails: {
      onError: () => {
        throw new Error('no log');
      },
    },
  };
  const { status } = await acceptCallbacks(
    headers,
    body,
    { secret: secret as string, ...hooks[hook] },
    () => {
      if (!works) throw new Error('no database');
    },
  );
  answers.push([status, told]);
}
process.stdout.write(JSON.stringify(answers));
