import type { Tx } from './database.ts';

/**
 * Lets every sequence of the schema leave out the next numbers: those drawn in a lost time are known to clients, suppliers and recipients, and
 * a link is computed of them. Needs the rights of the role that owns the tables.
 */
export async function leapIds(tx: Tx, schema: string, by: number): Promise<number> {
  const { rows } = await tx.query<{ leapt: number }>(
    `select count(setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value) + $2 * increment_by)) as leapt
     from pg_sequences where schemaname = $1`,
    [schema, by],
  );
  return rows[0]?.leapt ?? 0;
}
