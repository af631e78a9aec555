/** Cashiers with logins of a supplier's tills, as its people see them. */
import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import { mergedSums, plus } from '../../platform/cells/merge.ts';
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { hashPassword, newPassword } from '../../platform/secrets/password.ts';
import { usualLanguage } from '../../platform/text/language.ts';
import type { Party } from '../access/party.ts';
import { actorOf, may, type Principal } from '../access/principal.ts';
import { recordAct } from '../audit/record-act.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { loginOf, type CashierKey } from './till-login.ts';

/** A user of the till page, with a password for the first sign-in. Without the right the supplier is not found. */
export async function addTillUser(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  key: CashierKey,
  now: Date,
): Promise<{ is: 'added'; login: string; password: string } | { is: 'no-supplier' | 'name-taken' }> {
  const { supplierId, name } = key;
  if (!may(principal, 'tills.change', partyOf(supplierId))) return { is: 'no-supplier' };
  const password = newPassword();
  const passwordHash = await hashPassword(keyring, password);
  const login = loginOf(supplierId, name);
  return atomically(db, async (tx) => {
    const supplier = await tx.query(`select from suppliers where id = $1`, [supplierId]);
    if (supplier.rowCount === 0) return { is: 'no-supplier' as const };
    // The version before takes a cashier out of the team, and leaves the login behind.
    await tx.query(
      `delete from persons p where p.email = $1 and not exists (select from memberships m where m.person_id = p.id)`,
      [login],
    );
    const { rows } = await tx.query<{ id: number }>(
      `insert into persons (email, name, language, password_hash, one_time_password, created_at)
       values ($1, $2, $3, $4, true, $5) on conflict (email) do nothing returning id`,
      [login, name, usualLanguage, passwordHash, now],
    );
    const [person] = rows;
    if (person === undefined) return { is: 'name-taken' as const };
    await tx.query(
      `insert into memberships (person_id, side, party_id, role, created_at, till_name)
       values ($1, 'supplier', $2, 'cashier', $3, $4)`,
      [person.id, supplierId, now, name],
    );
    await recordTillAct(tx, keyring, { principal, ...key, act: 'tills.user-added' }, now);
    return { is: 'added' as const, login, password };
  });
}

/** A new one-time password, for somebody who forgot it; ends what is signed in. */
export async function resetTillUser(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  key: CashierKey,
  now: Date,
): Promise<{ is: 'reset'; login: string; password: string } | { is: 'no-user' }> {
  if (!may(principal, 'tills.change', partyOf(key.supplierId))) return { is: 'no-user' };
  const password = newPassword();
  const passwordHash = await hashPassword(keyring, password);
  const login = loginOf(key.supplierId, key.name);
  return atomically(db, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `update persons set password_hash = $2, one_time_password = true where email = $1 returning id`,
      [login, passwordHash],
    );
    const [person] = rows;
    if (person === undefined) return { is: 'no-user' };
    await endSessionsOf(tx, person.id);
    await recordTillAct(tx, keyring, { principal, ...key, act: 'tills.password-reset' }, now);
    return { is: 'reset', login, password };
  });
}

/** Takes a user away. What it redeemed stays redeemed, under its name. */
export async function removeTillUser(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  key: CashierKey,
  now: Date,
): Promise<'removed' | 'no-user'> {
  if (!may(principal, 'tills.change', partyOf(key.supplierId))) return 'no-user';
  return atomically(db, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(`delete from persons where email = $1 returning id`, [
      loginOf(key.supplierId, key.name),
    ]);
    const [person] = rows;
    if (person === undefined) return 'no-user';
    await tx.query(`delete from memberships where person_id = $1`, [person.id]);
    // A process of the version before signs it in by this row.
    await tx.query(`delete from till_users where supplier_id = $1 and name = $2`, [key.supplierId, key.name]);
    await endSessionsOf(tx, person.id);
    await recordTillAct(tx, keyring, { principal, ...key, act: 'tills.user-removed' }, now);
    return 'removed';
  });
}

const partyOf = (supplierId: number): Party => ({ side: 'supplier', partyId: supplierId });

const recordTillAct = (
  tx: Tx,
  keyring: Keyring,
  { principal, supplierId, name, act }: CashierKey & { principal: Principal; act: string },
  now: Date,
): Promise<void> =>
  recordAct(
    tx,
    keyring,
    { party: partyOf(supplierId), by: actorOf(principal), act, about: `till user ${name}` },
    now,
  );

/** A cashier with a login of the till, as a list of people shows it. */
export interface Cashier {
  personId: number;
  name: string;
  oneTime: boolean;
  shopId: number | null;
  /** By which number redemptions of before name it; null: there are none. */
  tillUserId: number | null;
}

/** Tills of one supplier that a page lists. */
const mostCashiers = 1000;

export async function listCashiers(db: Sql, supplierId: number): Promise<Cashier[]> {
  const { rows } = await db.query<Cashier>(
    `select p.id as "personId", m.till_name as name, p.one_time_password as "oneTime", m.shop_id as "shopId",
       m.till_user_id as "tillUserId"
     from memberships m join persons p on p.id = m.person_id
     where m.side = 'supplier' and m.party_id = $1 and m.till_name is not null order by m.till_name limit $2`,
    [supplierId, mostCashiers],
  );
  return rows;
}

export interface TillUserLine {
  name: string;
  oneTime: boolean;
  redeemed: number;
}

/** A supplier's cashiers, with what they redeemed in all cells. */
export async function listTillUsers(ctx: ReadingContext, supplierId: number): Promise<TillUserLine[]> {
  const cashiers = await listCashiers(ctx.pageDb, supplierId);
  const counts = await mergedSums(
    ctx,
    { key: ({ personId, tillUserId }: Redeemed) => `${personId} ${tillUserId}`, join: { redeemed: plus } },
    ({ pageDb }) => redeemedOf(pageDb, supplierId, cashiers),
  );
  const redeemedBy = ({ personId, tillUserId }: Cashier): number =>
    counts
      .filter((one) => (one.personId === null ? one.tillUserId === tillUserId : one.personId === personId))
      .reduce((sum, { redeemed }) => sum + redeemed, 0);
  return cashiers.map((one) => ({ name: one.name, oneTime: one.oneTime, redeemed: redeemedBy(one) }));
}

interface Redeemed {
  personId: number | null;
  tillUserId: number | null;
  redeemed: number;
}

async function redeemedOf(db: Sql, supplierId: number, cashiers: readonly Cashier[]): Promise<Redeemed[]> {
  const { rows } = await db.query<Redeemed>(
    `select person_id as "personId", till_user_id as "tillUserId", count(*) as redeemed from redemptions
     where supplier_id = $1 and undone_at is null and (person_id = any($2) or till_user_id = any($3))
     group by person_id, till_user_id`,
    [
      supplierId,
      cashiers.map(({ personId }) => personId),
      cashiers.flatMap(({ tillUserId }) => tillUserId ?? []),
    ],
  );
  return rows;
}
