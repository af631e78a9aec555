/** getBalance: what the client can spend. */
import { z } from 'zod';
import { availableKopecks } from '../../../ledger/balance.ts';
import type { Database } from '../../../platform/database/database.ts';
import { wholeRoubles } from '../../../platform/values/money.ts';
import { ok } from '../answer.ts';
import type { Operation } from '../operation.ts';

/** What a test key is told, in roubles. Test orders cost nothing, so it stays. */
const sandboxBalance = 1_000_000;

/** getBalance: what the client can spend. */
export function getBalance(db: Database): Operation {
  return {
    cmd: 'getBalance',
    title: 'What can be spent now: balance and credit line less what is held',
    request: {},
    answer: z.object({ balance: z.int().meta({ description: 'Whole roubles, rounded towards zero' }) }),
    errors: [],
    run: async ({ client }) =>
      ok({
        balance:
          client.withTestKey === true ? sandboxBalance : wholeRoubles(await availableKopecks(db, client.id)),
      }),
  };
}
