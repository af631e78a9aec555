/** getBalance: what the client can spend. */
import { z } from 'zod';
import { availableKopecks } from '../../../ledger/balance.ts';
import type { Database } from '../../../platform/database/database.ts';
import { wholeRoubles } from '../../../platform/values/money.ts';
import { ok } from '../answer.ts';
import type { Operation } from '../operation.ts';

/** The balance that test keys get, in roubles. Test orders cost nothing, so it never changes. */
const sandboxBalance = 1_000_000;

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
