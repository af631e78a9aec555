/** Users of a supplier's tills. */
import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import { mergedSums, plus } from '../../platform/cells/merge.ts';
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { hashPassword, newPassword } from '../../platform/secrets/password.ts';
import type { Party } from '../access/party.ts';
import { actorOf, may, type Principal } from '../access/principal.ts';
import { recordAct } from '../audit/record-act.ts';

export const tillUserName = /^[a-z0-9][a-z0-9._-]{0,39}$/;

/** What somebody types to sign in: `kassa-1@501`. The supplier's id makes it one of a kind. */
export const loginOf = (supplierId: number, name: string): string => `${name}@${supplierId}`;

export function readLogin(login: string): { supplierId: number; name: string } | null {
  const [, name = '', id = ''] = /^(.{1,40})@([1-9]\d{0,14})$/.exec(login.trim().toLowerCase()) ?? [];
  return tillUserName.test(name) ? { supplierId: Number(id), name } : null;
}

interface UserKey {
  supplierId: number;
  name: string;
}

/** A user of the till page, with a password for the first sign-in. Without the right the supplier is not found. */
export async function addTillUser(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, name }: UserKey,
  now: Date,
): Promise<{ is: 'added'; login: string; password: string } | { is: 'no-supplier' | 'name-taken' }> {
  if (!may(principal, 'tills.change', partyOf(supplierId))) return { is: 'no-supplier' };
  const password = newPassword();
  const passwordHash = await hashPassword(keyring, password);
  return atomically(db, async (tx) => {
    const supplier = await tx.query(`select from suppliers where id = $1`, [supplierId]);
    if (supplier.rowCount === 0) return { is: 'no-supplier' as const };
    const { rowCount } = await tx.query(
      `insert into till_users (supplier_id, name, password_hash, created_at) values ($1, $2, $3, $4)
       on conflict (supplier_id, name) do nothing`,
      [supplierId, name, passwordHash, now],
    );
    if (rowCount === 0) return { is: 'name-taken' as const };
    await recordTillAct(tx, keyring, { principal, supplierId, name, act: 'tills.user-added' }, now);
    return { is: 'added' as const, login: loginOf(supplierId, name), password };
  });
}

/** A new one-time password, for somebody who forgot it; ends what is signed in. */
export async function resetTillUser(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, name }: UserKey,
  now: Date,
): Promise<{ is: 'reset'; login: string; password: string } | { is: 'no-user' }> {
  if (!may(principal, 'tills.change', partyOf(supplierId))) return { is: 'no-user' };
  const password = newPassword();
  const passwordHash = await hashPassword(keyring, password);
  return atomically(db, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `update till_users set password_hash = $3, one_time = true
       where supplier_id = $1 and name = $2 returning id`,
      [supplierId, name, passwordHash],
    );
    const [user] = rows;
    if (user === undefined) return { is: 'no-user' };
    await endSessionsOf(tx, supplierId, user.id);
    await recordTillAct(tx, keyring, { principal, supplierId, name, act: 'tills.password-reset' }, now);
    return { is: 'reset', login: loginOf(supplierId, name), password };
  });
}

/** Takes a user away. What it redeemed stays redeemed, under its name. */
export async function removeTillUser(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, name }: UserKey,
  now: Date,
): Promise<'removed' | 'no-user'> {
  if (!may(principal, 'tills.change', partyOf(supplierId))) return 'no-user';
  return atomically(db, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `delete from till_users where supplier_id = $1 and name = $2 returning id`,
      [supplierId, name],
    );
    const [user] = rows;
    if (user === undefined) return 'no-user';
    await endSessionsOf(tx, supplierId, user.id);
    await recordTillAct(tx, keyring, { principal, supplierId, name, act: 'tills.user-removed' }, now);
    return 'removed';
  });
}

const partyOf = (supplierId: number): Party => ({ side: 'supplier', partyId: supplierId });

const recordTillAct = (
  tx: Tx,
  keyring: Keyring,
  { principal, supplierId, name, act }: UserKey & { principal: Principal; act: string },
  now: Date,
): Promise<void> =>
  recordAct(
    tx,
    keyring,
    { party: partyOf(supplierId), by: actorOf(principal), act, about: `till user ${name}` },
    now,
  );

/**
 * Sets the password that a user chose, if it still has the old one (`insteadOf`; null: whatever it has). Every browser
 * of the user has to sign in again.
 */
export async function choosePassword(
  tx: Tx,
  ask: { supplierId: number; userId: number; passwordHash: string; insteadOf: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update till_users set password_hash = $3, one_time = false
     where supplier_id = $1 and id = $2 and ($4::text is null or password_hash = $4)`,
    [ask.supplierId, ask.userId, ask.passwordHash, ask.insteadOf],
  );
  if (rowCount !== 1) return false;
  await endSessionsOf(tx, ask.supplierId, ask.userId);
  return true;
}

export interface TillUserLine {
  name: string;
  oneTime: boolean;
  redeemed: number;
}

/** Its users of tills, with what they redeemed in all cells. */
export const listTillUsers = (ctx: ReadingContext, supplierId: number): Promise<TillUserLine[]> =>
  mergedSums(ctx, { key: ({ name }: TillUserLine) => name, join: { redeemed: plus } }, ({ pageDb }) =>
    tillUsersOf(pageDb, supplierId),
  );

async function tillUsersOf(db: Sql, supplierId: number): Promise<TillUserLine[]> {
  const { rows } = await db.query<TillUserLine>(
    `select u.name, u.one_time as "oneTime",
       (select count(*) from redemptions r where r.supplier_id = u.supplier_id and r.till_user_id = u.id
          and r.undone_at is null) as redeemed
     from till_users u where u.supplier_id = $1 order by u.name`,
    [supplierId],
  );
  return rows;
}

/** A user of the till, as a list of people shows it. */
export interface Cashier {
  id: number;
  name: string;
  oneTime: boolean;
  shopId: number | null;
}

/** Tills of one supplier that a page lists. */
const mostCashiers = 1000;

export async function listCashiers(db: Sql, supplierId: number): Promise<Cashier[]> {
  const { rows } = await db.query<Cashier>(
    `select id, name, one_time as "oneTime", shop_id as "shopId" from till_users
     where supplier_id = $1 order by name limit $2`,
    [supplierId, mostCashiers],
  );
  return rows;
}

const endSessionsOf = (tx: Tx, supplierId: number, userId: number) =>
  tx.query(`delete from till_sessions where supplier_id = $1 and user_id = $2`, [supplierId, userId]);
