/** What is left of a certificate that is redeemed in parts. */
import type { Sql, Tx } from '../platform/database/database.ts';
import type { CodeKey } from './sold-codes.ts';

/** Takes a part of a sold code, if as much is left. Returns what is left then; null: nothing was taken. */
export async function takePart(
  tx: Tx,
  { supplierId, codeId }: CodeKey,
  kopecks: number,
): Promise<number | null> {
  const { rows } = await tx.query<{ left: number }>(
    `update codes set taken_kopecks = coalesce(taken_kopecks, 0) + $3
     where supplier_id = $1 and id = $2 and state = 'sold' and $3 > 0 and coalesce(taken_kopecks, 0) + $3 <= face_kopecks
     returning face_kopecks - taken_kopecks as left`,
    [supplierId, codeId, kopecks],
  );
  return rows[0]?.left ?? null;
}

/** What was taken of a certificate in parts. */
export async function takenOf(tx: Sql, { supplierId, codeId }: CodeKey): Promise<number> {
  const { rows } = await tx.query<{ taken: number }>(
    `select coalesce(taken_kopecks, 0) as taken from codes where supplier_id = $1 and id = $2`,
    [supplierId, codeId],
  );
  return rows[0]?.taken ?? 0;
}

/** Gives back a part whose redemption was undone. */
export async function giveBackPart(tx: Tx, { supplierId, codeId }: CodeKey, kopecks: number): Promise<void> {
  const { rowCount } = await tx.query(
    `update codes set taken_kopecks = taken_kopecks - $3
     where supplier_id = $1 and id = $2 and taken_kopecks >= $3`,
    [supplierId, codeId, kopecks],
  );
  if (rowCount !== 1) throw new Error('More is given back of a certificate than was taken.');
}
