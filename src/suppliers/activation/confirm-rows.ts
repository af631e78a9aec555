/** Records that the supplier has activated rows of a letter: their codes become active. Repeating it changes nothing. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import { activateCodes } from '../../vault/sold-codes.ts';
import type { LetterKey } from './find-letter.ts';

export type Confirmer = 'link' | 'reply' | 'operator' | 'person';

export interface Confirmation extends LetterKey {
  /** Rows of the table; null: all of them. */
  rows: number[] | null;
  by: Confirmer;
}

export interface Confirmed {
  /** Rows that were not confirmed before. */
  rows: number;
  /** The orders of those codes. */
  orders: { clientId: number; requestId: number }[];
}

/** Those who confirm rows of one letter wait for each other. */
export const lockLetter = (tx: Tx, { supplierId, letterId }: LetterKey): Promise<unknown> =>
  tx.query(`select from activation_letters where supplier_id = $1 and id = $2 for update`, [
    supplierId,
    letterId,
  ]);

/** Confirms the rows that are in one cell. */
export async function confirmRows(tx: Tx, confirmation: Confirmation, now: Date): Promise<Confirmed> {
  const { supplierId, letterId, rows: wanted, by } = confirmation;
  const { rows } = await tx.query<{ codeId: number; clientId: number | null; requestId: number | null }>(
    `update activation_rows r set confirmed_at = $4, confirmed_by = $5
     from codes c
     where r.supplier_id = $1 and r.letter_id = $2 and r.confirmed_at is null
       and ($3::integer[] is null or r.row = any($3)) and c.supplier_id = r.supplier_id and c.id = r.code_id
     returning c.id as "codeId", c.client_id as "clientId", c.request_id as "requestId"`,
    [supplierId, letterId, wanted, now, by],
  );
  await activateCodes(
    tx,
    rows.map(({ codeId }) => ({ supplierId, codeId })),
    now,
  );
  const orders = rows.flatMap(({ clientId, requestId }) =>
    clientId === null || requestId === null ? [] : [{ clientId, requestId }],
  );
  return { rows: rows.length, orders };
}

/** How many rows of one cell, these or all, are not confirmed. */
export async function countUnconfirmed(
  db: Sql,
  { supplierId, letterId }: LetterKey,
  wanted: number[] | null,
): Promise<number> {
  const { rows } = await db.query<{ open: number }>(
    `select count(*) as open from activation_rows
     where supplier_id = $1 and letter_id = $2 and confirmed_at is null and ($3::integer[] is null or row = any($3))`,
    [supplierId, letterId, wanted],
  );
  return rows[0]?.open ?? 0;
}

/** Marks letters whose rows are all confirmed, so that nobody is reminded of them. */
export const noteAnswered = (tx: Tx, { supplierId, letterId }: LetterKey, now: Date): Promise<unknown> =>
  tx.query(
    `update activation_letters set answered_at = $3, remind_at = null
     where supplier_id = $1 and id = $2 and answered_at is null`,
    [supplierId, letterId, now],
  );
