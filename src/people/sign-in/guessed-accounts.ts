/** Accounts whose password is guessed at from a wide network, or from many: their operator is told. */
import type { Sql } from '../../platform/database/database.ts';

/** One row an account, network and hour. */
const windowMs = 3_600_000;

export interface Guessing {
  account: string;
  /** A wide network; null: many. */
  network: string | null;
}

/** Nobody is told of accounts that do not exist. A cashier is told by its login, for many shops have a cashier of the same name. */
export const noteGuessedPerson = (
  db: Sql,
  { account, network, isTill }: Guessing & { isTill: boolean },
  now: Date,
): Promise<unknown> =>
  db.query(
    `insert into guessed_accounts (person_id, account, network, ends_at, at)
     select id, case when $2 then email else name end, $3, $4, $5 from persons where email = $1 on conflict do nothing`,
    [account, isTill, network ?? '', endOf(now), now],
  );

const endOf = (now: Date): Date => new Date((Math.floor(now.getTime() / windowMs) + 1) * windowMs);
