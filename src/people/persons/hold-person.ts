import type { Tx } from '../../platform/database/database.ts';

/** Holds a person until commit. It comes before their sessions, as at a sign-in, so that none waits for the other. */
export async function holdPerson(tx: Tx, personId: number): Promise<{ passwordHash: string } | null> {
  const { rows } = await tx.query<{ passwordHash: string }>(
    `select password_hash as "passwordHash" from persons where id = $1 for update`,
    [personId],
  );
  return rows[0] ?? null;
}
