/** People take what waits, give it to each other, and put it off. */
import { operator } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { permissionsOf } from '../../people/access/rights.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { listMembers } from '../../people/team/members.ts';
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { dayAfter, moscowDay } from '../../platform/time/moscow-time.ts';
import { waitingKinds, type WaitingKind } from '../../reports/what-waits/waiting-kinds.ts';
import { mostPutOff, readHolders, type Holder } from '../../reports/what-waits/work-items.ts';

/** An item as a page has shown it. */
export interface ShownItem {
  item: number;
  /** Who held it; null: nobody. */
  holderId: number | null;
}

export interface ItemsAsk {
  kind: WaitingKind;
  items: readonly ShownItem[];
  /** When the page was made: what was taken since, its reader does not know. */
  seen: Date;
}

export type ItemsChanged =
  /** `kept`: somebody else has them. */
  | { is: 'changed'; items: number[]; kept: (Holder & { item: number })[] }
  | { is: 'forbidden' | 'no-member' | 'no-day' | 'too-many' };

interface Context {
  db: DatabaseOrTx;
  keyring: Keyring;
}

const mayTake = (principal: Principal, kind: WaitingKind): boolean =>
  may(principal, 'work.take', operator) && may(principal, waitingKinds[kind].needs, operator);

/** People who can take items of a kind. */
export async function listTakers(db: Sql, kind: WaitingKind): Promise<Holder[]> {
  const members = await listMembers(db, operator);
  return members
    .filter(({ role }) => {
      const rights = permissionsOf('operator', role);
      return rights.includes('work.take') && rights.includes(waitingKinds[kind].needs);
    })
    .map(({ personId, name }) => ({ personId, name }));
}

/** Takes what nobody has: of two who do it at once, one has it, and the other hears who. */
export async function takeItems(
  ctx: Context,
  principal: Principal,
  ask: ItemsAsk,
  now: Date,
): Promise<ItemsChanged> {
  if (principal.is !== 'person' || !mayTake(principal, ask.kind)) return { is: 'forbidden' };
  const { personId } = principal;
  return atomically<ItemsChanged>(ctx.db, async (tx) => {
    const { free, kept } = await lockItems(tx, ask, personId);
    const change = { act: 'work.taken', kind: ask.kind, to: personId, details: {} };
    return write(tx, ctx.keyring, change, { free, kept }, principal, now);
  });
}

/** Gives items to somebody of the team, or to nobody. What changed hands since the page was made stays where it is. */
export async function giveItems(
  ctx: Context,
  principal: Principal,
  { to, ...ask }: ItemsAsk & { to: number | null },
  now: Date,
): Promise<ItemsChanged> {
  if (!mayTake(principal, ask.kind)) return { is: 'forbidden' };
  return atomically<ItemsChanged>(ctx.db, async (tx) => {
    const taker =
      to === null ? null : (await listTakers(tx, ask.kind)).find(({ personId }) => personId === to);
    if (taker === undefined) return { is: 'no-member' };
    const locked = await lockItems(tx, ask, 'as-shown');
    const act = to === null ? 'work.freed' : 'work.given';
    const change = { act, kind: ask.kind, to, details: taker === null ? {} : { givenTo: taker.name } };
    return write(tx, ctx.keyring, change, locked, principal, now);
  });
}

interface Locked {
  free: number[];
  kept: (Holder & { item: number })[];
}

/** Locks the items, always in one order; `free`: those that the ask may change. */
async function lockItems(
  tx: Tx,
  { kind, items, seen }: ItemsAsk,
  by: number | 'as-shown' | null,
): Promise<Locked> {
  const ids = items.map(({ item }) => item).toSorted((one, other) => one - other);
  await tx.query(
    `insert into work_items (kind, item) select $1, * from unnest($2::bigint[]) on conflict do nothing`,
    [kind, ids],
  );
  const { rows } = await tx.query<{ item: number; takenBy: number | null; takenAt: Date | null }>(
    `select item, taken_by as "takenBy", taken_at as "takenAt" from work_items
     where kind = $1 and item = any($2::bigint[]) order by item for update`,
    [kind, ids],
  );
  const holders = await readHolders(
    tx,
    ids.map((item) => ({ kind, item })),
  );
  const free: number[] = [];
  const kept: Locked['kept'] = [];
  for (const { item, takenBy, takenAt } of rows) {
    const shown = items.find((one) => one.item === item)?.holderId ?? null;
    const holder = holders.find((one) => one.item === item);
    const hasNoHolder =
      holder === undefined || (shown === null && takenAt !== null && takenAt.getTime() < seen.getTime());
    if (hasNoHolder || takenBy === (by === 'as-shown' ? shown : by)) free.push(item);
    else kept.push({ item, personId: holder.personId, name: holder.name });
  }
  return { free, kept };
}

async function write(
  tx: Tx,
  keyring: Keyring,
  { act, kind, to, details }: { act: string; kind: WaitingKind; to: number | null; details: object },
  { free, kept }: Locked,
  principal: Principal,
  now: Date,
): Promise<ItemsChanged> {
  if (free.length === 0) return { is: 'changed', items: [], kept };
  await tx.query(
    `update work_items set taken_by = $3, taken_at = $4 where kind = $1 and item = any($2::bigint[])`,
    [kind, free, to, to === null ? null : now],
  );
  const after = { items: free, ...details };
  await recordAct(
    tx,
    keyring,
    { party: operator, by: actorOf(principal), act, about: `waiting ${kind}`, after },
    now,
  );
  return { is: 'changed', items: free, kept };
}

/** The longest time for which an item can be put off. */
const mostDays = 366;

const isDayToPutOff = (day: string, now: Date): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) &&
  !Number.isNaN(Date.parse(day)) &&
  day > moscowDay(now) &&
  day <= dayAfter(moscowDay(now), mostDays);

/** Hides items until a day begins in Moscow; with null they are back at once. Items that somebody else has taken are left out. */
export async function putOffItems(
  ctx: Context,
  principal: Principal,
  { until, ...ask }: ItemsAsk & { until: string | null },
  now: Date,
): Promise<ItemsChanged> {
  if (!mayTake(principal, ask.kind)) return { is: 'forbidden' };
  if (until !== null && !isDayToPutOff(until, now)) return { is: 'no-day' };
  return atomically<ItemsChanged>(ctx.db, async (tx) => {
    const { free, kept } = await lockItems(tx, ask, principal.is === 'person' ? principal.personId : null);
    if (free.length === 0) return { is: 'changed', items: [], kept };
    if (until !== null && (await countPutOff(tx, now)) + free.length > mostPutOff) return { is: 'too-many' };
    await tx.query(
      `update work_items set put_off_until = $3, put_off_at = $4 where kind = $1 and item = any($2::bigint[])`,
      [ask.kind, free, until, until === null ? null : now],
    );
    const act = until === null ? 'work.brought-back' : 'work.put-off';
    const after = { items: free, ...(until !== null && { putOffUntil: until }) };
    await recordAct(
      tx,
      ctx.keyring,
      { party: operator, by: actorOf(principal), act, about: `waiting ${ask.kind}`, after },
      now,
    );
    return { is: 'changed', items: free, kept };
  });
}

async function countPutOff(db: Sql, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from (
       select from work_items where put_off_until > $1::date limit ${mostPutOff}) few`,
    [moscowDay(now)],
  );
  return rows[0]?.count ?? 0;
}
