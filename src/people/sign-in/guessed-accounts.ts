/** Accounts whose password is guessed at from a wide network, or from many: their operator is told. */
import type { Sql } from '../../platform/database/database.ts';

/** One row an account, network and hour. */
const windowMs = 3_600_000;

export interface Guessing {
  account: string;
  /** A wide network; null: many. */
  network: string | null;
}

/** Nobody is told of accounts that do not exist. */
export const noteGuessedPerson = (
  db: Sql,
  { account: email, network }: Guessing,
  now: Date,
): Promise<unknown> =>
  db.query(
    `insert into guessed_accounts (person_id, account, network, ends_at, at)
     select id, name, $2, $3, $4 from persons where email = $1 on conflict do nothing`,
    [email, network ?? '', endOf(now), now],
  );

export const noteGuessedTill = (
  db: Sql,
  { supplierId, name }: { supplierId: number; name: string },
  network: string | null,
  now: Date,
): Promise<unknown> =>
  db.query(
    `insert into guessed_accounts (supplier_id, till_user_id, account, network, ends_at, at)
     select supplier_id, id, name || '@' || supplier_id, $3, $4, $5 from till_users where supplier_id = $1 and name = $2
     on conflict do nothing`,
    [supplierId, name, network ?? '', endOf(now), now],
  );

const endOf = (now: Date): Date => new Date((Math.floor(now.getTime() / windowMs) + 1) * windowMs);
