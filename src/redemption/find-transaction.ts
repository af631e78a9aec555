import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { firstFound } from '../platform/cells/merge.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { findCode } from '../vault/find-code.ts';

/**
 * Finds a redemption of a supplier by its confirmation number, or else the last one of the certificate with this number: a valid one
 * before one that was undone.
 */
export const findTransactionOf = (ctx: FindingContext, ask: TransactionAsk): Promise<string | null> =>
  firstFound(ctx, (cell) => findInCell(cell, ask));

interface FindingContext extends ReadingContext {
  keyring: Keyring;
}

interface TransactionAsk {
  supplierId: number;
  typed: string;
}

async function findInCell(
  { pageDb: db, keyring }: FindingContext,
  { supplierId, typed }: TransactionAsk,
): Promise<string | null> {
  const code = await findCode(db, keyring, { supplierId, number: typed });
  const { rows } = await db.query<{ transaction: string }>(
    `select transaction from redemptions where supplier_id = $1 and transaction = $2
     union all
     (select transaction from redemptions where supplier_id = $1 and code_id = $3 and undone_at is null
      order by redeemed_at desc limit 1)
     union all
     (select transaction from redemptions where supplier_id = $1 and code_id = $3 and undone_at is not null
      order by redeemed_at desc limit 1)
     limit 1`,
    [supplierId, typed.toUpperCase().replaceAll(/[\s-]/g, ''), code?.codeId ?? 0],
  );
  return rows[0]?.transaction ?? null;
}
