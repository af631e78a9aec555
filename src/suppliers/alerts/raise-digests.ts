/** Digests of permanent failures and lasting problems. */
import { queueLettersToPeople } from '../../messaging/outbox/queue-letters.ts';
import { operatorLeads } from '../../people/team/operator-leads.ts';
import { findMailReaders } from '../../people/notifications/mail-choices.ts';
import type { MailKind } from '../../people/notifications/mail-kinds.ts';
import { byCell } from '../../platform/cells/cell-context.ts';
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { Language } from '../../platform/text/language.ts';
import { allAlertReaders } from './alert-readers.ts';
import { countDigest, maxExamples, type Counted, type DigestPlace } from './count-digest.ts';
import { digestKinds, type DigestKind, type DigestTraits } from './digest-kinds.ts';

const minuteMs = 60_000;
/** Minimum time between two mails of a kind. */
export const periodMs = 60 * minuteMs;
/** How often a lasting problem is repeated. */
const repeatMs = 24 * periodMs;
/** A problem is reported once it has lasted this long. */
const lastingMs = 10 * minuteMs;
/** Failures that a slower process has not committed yet are counted next time. */
const settlingMs = minuteMs;

export interface Operator {
  /** Empty: no mail to the operator. */
  address: string;
  language: Language;
}

export interface Raised {
  kind: DigestKind;
  /** Zero: the end of a lasting problem is reported. */
  amount: number;
}

interface DigestRow {
  counted_to: Date | null;
  since: Date | null;
  told_at: Date | null;
}

/**
 * Checks one kind and reports it in the transaction that records the report. Null: nothing to report, or another
 * process is checking.
 */
export async function raiseDigest(
  place: Place,
  kind: DigestKind,
  operator: Operator,
  now: Date,
): Promise<Raised | null> {
  const row = await lockDigest(place.db, kind);
  if (row === null) return null;
  return digestKinds[kind].is === 'state'
    ? raiseState(place, kind, row, operator, now)
    : raiseEvents(place, kind, row, operator, now);
}

/** The transaction of the report; what is in cells is read in each of them. */
type Place = DigestPlace & { db: Tx };

async function lockDigest(tx: Tx, kind: DigestKind): Promise<DigestRow | null> {
  await tx.query(`insert into digests (kind) values ($1) on conflict do nothing`, [kind]);
  const { rows } = await tx.query<DigestRow>(
    `select counted_to, since, told_at from digests where kind = $1 for update skip locked`,
    [kind],
  );
  return rows[0] ?? null;
}

async function raiseEvents(
  place: Place,
  kind: DigestKind,
  { counted_to: countedTo, told_at: raisedAt }: DigestRow,
  operator: Operator,
  now: Date,
): Promise<Raised | null> {
  if (wasRaisedLately(raisedAt, now)) return null;
  const until = new Date(now.getTime() - settlingMs);
  const from = countedTo ?? new Date(until.getTime() - periodMs);
  if (until <= from) return null;
  const counted = await countDigest(place, kind, from, until);
  const amount = sumOf(counted);
  await place.db.query(
    `update digests set counted_to = $2, told_at = case when $3 then $4 else told_at end where kind = $1`,
    [kind, until, amount > 0, now],
  );
  if (amount === 0) return null;
  await tell(place, kind, counted, operator, now);
  return { kind, amount };
}

async function raiseState(
  place: Place,
  kind: DigestKind,
  { since, told_at: raisedAt }: DigestRow,
  operator: Operator,
  now: Date,
): Promise<Raised | null> {
  const counted = await countDigest(place, kind, now, now);
  const amount = sumOf(counted);
  if (amount === 0) {
    if (since !== null) await place.db.query(`update digests set since = null where kind = $1`, [kind]);
    if (since === null || raisedAt === null || raisedAt < since) return null;
    await tellOperators(place.db, operator, { kind, amount: 1, examples: [], beganAt: since }, now);
    return { kind, amount: 0 };
  }
  const began = since ?? now;
  const isNews = raisedAt === null || raisedAt < began || raisedAt.getTime() + repeatMs <= now.getTime();
  const tells = isNews && !wasRaisedLately(raisedAt, now) && began.getTime() + lastingMs <= now.getTime();
  await place.db.query(
    `update digests set since = $2, told_at = case when $3 then $4 else told_at end where kind = $1`,
    [kind, began, tells, now],
  );
  if (!tells) return null;
  await tell(place, kind, counted, operator, now);
  return { kind, amount };
}

const wasRaisedLately = (raisedAt: Date | null, now: Date): boolean =>
  raisedAt !== null && raisedAt.getTime() + periodMs > now.getTime();

const sumOf = (counted: Counted[]): number => counted.reduce((sum, { amount }) => sum + amount, 0);

async function tell(
  place: Place,
  kind: DigestKind,
  counted: Counted[],
  operator: Operator,
  now: Date,
): Promise<void> {
  const own = tellsClients(kind) ? await toClients(place, kind, counted) : [];
  for (const { client_id: clientId, ...mail } of own)
    await addMail(place.db, { kind, clientId, ...mail, beganAt: null }, now);
  const examples = counted.flatMap((one) => one.examples).slice(0, maxExamples);
  const amount = sumOf(counted);
  await tellOperators(place.db, operator, { kind, amount, examples, beganAt: null }, now);
}

async function tellOperators(
  tx: Tx,
  operator: Operator,
  mail: Omit<MadeMail, 'clientId' | keyof Operator>,
  now: Date,
): Promise<void> {
  for (const reader of await readersOf(tx, mail.kind, operator))
    await addMail(tx, { ...mail, ...reader, clientId: 0 }, now);
}

/** Each address once. */
async function readersOf(tx: Tx, kind: DigestKind, operator: Operator): Promise<Operator[]> {
  const traits: DigestTraits = digestKinds[kind];
  const readers = await allAlertReaders(tx, operator);
  const leads = traits.tellsLeads === true ? await operatorLeads(tx) : [];
  return [...new Map([...leads, ...readers].map((one) => [one.address.toLowerCase(), one])).values()];
}

interface MadeMail extends Operator {
  kind: DigestKind;
  /** 0: the operator's. */
  clientId: number;
  amount: number;
  examples: string[];
  /** When a problem that is over began; null: it still exists. */
  beganAt: Date | null;
}

async function addMail(tx: Tx, mail: MadeMail, now: Date): Promise<void> {
  const { clientId: ownerId, kind: topic, language, address, amount, examples, beganAt } = mail;
  if (address === '') return;
  const content = { topic, amount, examples, beganAt: beganAt?.toISOString() ?? null };
  await queueLettersToPeople(tx, 'digest', [{ ownerId, address, language, content }], now);
}

interface ToClient extends Counted, Operator {}

type TellingKind = Extract<DigestKind, MailKind>;

const tellsClients = (kind: DigestKind): kind is TellingKind => digestKinds[kind].tellsClient;

/** The contact of each client, and those of its people who want to know; each address once. */
async function toClients(place: Place, kind: TellingKind, counted: Counted[]): Promise<ToClient[]> {
  const ids = counted.map(({ client_id }) => client_id);
  const readers = byCell<DigestPlace>(place, ids).map(([{ db }, some]) => readersIn(db, kind, some, counted));
  return (await Promise.all(readers)).flat();
}

async function readersIn(
  db: Sql,
  kind: TellingKind,
  clientIds: number[],
  counted: Counted[],
): Promise<ToClient[]> {
  const { rows } = await db.query<{ id: number; address: string | null; language: Language }>(
    `select id, contact_mail as address, coalesce(language, 'ru') as language from clients
     where id = any($1::bigint[]) and switched_on`,
    [clientIds],
  );
  const readers = await findMailReaders(db, kind, clientIds);
  return rows.flatMap(({ id, address, language }) => {
    const own = counted.find(({ client_id }) => client_id === id);
    const people = readers.filter(({ clientId }) => clientId === id).slice(0, maxReaders);
    const languages = new Map(people.map((reader) => [reader.address, reader.language]));
    if (address !== null) languages.set(address.toLowerCase(), language);
    if (own === undefined) return [];
    return [...languages].map(([to, spoken]) => ({ ...own, address: to, language: spoken }));
  });
}

/** How many people of a client get the letter; of a large team the first suffice. */
const maxReaders = 20;
