import type { Tx } from '../../platform/database/database.ts';

/**
 * Counts one more attempt for every open exchange: one of which nothing is known may have reached the supplier after the
 * backup. So an idempotent supplier is asked for its result by the same id, and accepted only when it says the same twice;
 * with any other supplier a person settles it (next-step.ts).
 */
export async function doubtOpenExchanges(tx: Tx): Promise<number> {
  const { rowCount } = await tx.query(
    `update exchanges set attempts = attempts + 1, claim_id = null, leased_until = null where state = 'due'`,
  );
  return rowCount ?? 0;
}
