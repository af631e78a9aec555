/** A client as its pages and commands show it. */
import type { Sql } from '../platform/database/database.ts';
import { clientColumns, type Client } from './client.ts';

export interface FoundClient extends Client {
  switchedOn: boolean;
  /** Null: it was not forgotten. */
  forgottenAt: Date | null;
}

export async function findClient(db: Sql, clientId: number): Promise<FoundClient | null> {
  const { rows } = await db.query<FoundClient>(
    `select ${clientColumns}, c.switched_on as "switchedOn", c.forgotten_at as "forgottenAt" from clients c where c.id = $1`,
    [clientId],
  );
  return rows[0] ?? null;
}
