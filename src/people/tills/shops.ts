/** A supplier's shops. */
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Party } from '../access/party.ts';
import { actorOf, may, type Principal } from '../access/principal.ts';
import { recordAct } from '../audit/record-act.ts';

export const maxShopName = 40;
/** More are not listed on one page. */
const maxShops = 500;

export interface Shop {
  id: number;
  name: string;
  closedAt: Date | null;
}

export async function listShops(db: Sql, supplierId: number): Promise<Shop[]> {
  const { rows } = await db.query<Shop>(
    `select id, name, closed_at as "closedAt" from shops where supplier_id = $1
     order by closed_at is not null, name limit $2`,
    [supplierId, maxShops],
  );
  return rows;
}

export type ShopChanged = 'done' | 'forbidden' | 'no-shop' | 'no-name' | 'name-taken' | 'too-many' | 'nobody';

const partyOf = (supplierId: number): Party => ({ side: 'supplier', partyId: supplierId });

export async function addShop(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, name: typed }: { supplierId: number; name: string },
  now: Date,
): Promise<ShopChanged> {
  if (!may(principal, 'tills.change', partyOf(supplierId))) return 'forbidden';
  const name = typed.trim();
  if (name === '' || name.length > maxShopName || /\p{Cc}/u.test(name)) return 'no-name';
  return atomically(db, async (tx): Promise<ShopChanged> => {
    await tx.query(`select from suppliers where id = $1 for no key update`, [supplierId]);
    if ((await listShops(tx, supplierId)).length >= maxShops) return 'too-many';
    const { rows } = await tx.query<{ id: number }>(
      `insert into shops (supplier_id, name, created_at) values ($1, $2, $3)
       on conflict (supplier_id, name) do nothing returning id`,
      [supplierId, name, now],
    );
    const [shop] = rows;
    if (shop === undefined) return 'name-taken';
    await record(tx, keyring, principal, supplierId, 'tills.shop-added', `shop ${shop.id}`, { name }, now);
    return 'done';
  });
}

/** Closes or opens a shop. Whoever stands there keeps it until somebody puts them elsewhere. */
export async function setShopClosed(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, shopId, closed }: { supplierId: number; shopId: number; closed: boolean },
  now: Date,
): Promise<ShopChanged> {
  if (!may(principal, 'tills.change', partyOf(supplierId))) return 'forbidden';
  return atomically(db, async (tx): Promise<ShopChanged> => {
    const { rowCount } = await tx.query(
      `update shops set closed_at = case when $3 then $4::timestamptz end where supplier_id = $1 and id = $2`,
      [supplierId, shopId, closed, now],
    );
    if (rowCount === 0) return 'no-shop';
    const act = closed ? 'tills.shop-closed' : 'tills.shop-opened';
    await record(tx, keyring, principal, supplierId, act, `shop ${shopId}`, null, now);
    return 'done';
  });
}

export interface ShopOfAsk {
  supplierId: number;
  /** Whom: a cashier with a login of the till, or a member of the supplier's team. */
  who: { is: 'user'; name: string } | { is: 'person'; personId: number };
  /** Null: none. */
  shopId: number | null;
}

/** Puts somebody into a shop: the redemptions that follow name it. */
export async function setShopOf(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, who, shopId }: ShopOfAsk,
  now: Date,
): Promise<ShopChanged> {
  if (!may(principal, 'tills.change', partyOf(supplierId))) return 'forbidden';
  return atomically(db, async (tx): Promise<ShopChanged> => {
    const shop = await tx.query(
      `select from shops where supplier_id = $1 and id = $2 and closed_at is null for key share`,
      [supplierId, shopId],
    );
    if (shopId !== null && shop.rowCount === 0) return 'no-shop';
    const [column, value] = who.is === 'user' ? ['till_name', who.name] : ['person_id', who.personId];
    const { rowCount } = await tx.query(
      `update memberships set shop_id = $3 where side = 'supplier' and party_id = $1 and ${column} = $2`,
      [supplierId, value, shopId],
    );
    if (rowCount === 0) return 'nobody';
    const about = who.is === 'user' ? `till user ${who.name}` : `person ${who.personId}`;
    await record(tx, keyring, principal, supplierId, 'tills.shop-set', about, { shop: shopId }, now);
    return 'done';
  });
}

const record = (
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  supplierId: number,
  act: string,
  about: string,
  after: object | null,
  now: Date,
): Promise<void> =>
  recordAct(tx, keyring, { party: partyOf(supplierId), by: actorOf(principal), act, about, after }, now);
