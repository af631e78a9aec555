import { createHash } from 'node:crypto';
import { recordAct } from '../../people/audit/record-act.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Client } from '../../clients/client.ts';
import { comparedUuid } from '../../clients/sandbox.ts';
import type { ReadingRules } from '../read-order.ts';
import { transaction, type Database, type Tx } from '../../platform/database/database.ts';
import type { Data } from '../../platform/values/fields.ts';
import { roundedJson } from '../../platform/values/sent-number.ts';
import { actOf } from './bulk-acts.ts';
import { mayOpenAnother } from './add-file.ts';
import { maxLines, maxLinesOfTestKeys, type BulkState, type Placing } from './bulk-order.ts';
import { judgeLines, type JudgedLine } from './judge-lines.ts';
import { problem } from './problems.ts';
import { writeLines } from './write-lines.ts';

/** Orders in one part. */
export const maxPartLines = 1000;
export const maxParts = 2000;
/** How long the next part is awaited. */
const partsWithinMs = 24 * 3_600_000;

export interface PartAsk {
  client: Client;
  /** Version of the key that the program signs with. */
  keyVersion?: number | undefined;
  /** Names the whole; every part of it carries the same. */
  uuid: string;
  part: number;
  parts: number;
  placing: Placing;
  /** Each the fields of a makeOrder. */
  orders: readonly unknown[];
}

export type PartAdded =
  | { is: 'added'; bulkId: number; state: BulkState; partsCome: number; lines: number; wrong: number }
  /** Known under this uuid with other contents. */
  | { is: 'mismatch' }
  /** An earlier part is missing. */
  | { is: 'out-of-order' }
  | { is: 'too-many-open' }
  | { is: 'too-long' };

interface Kept {
  bulkId: number;
  state: BulkState;
  placing: Placing;
  parts: number;
  partsCome: number;
  lines: number;
  wrong: number;
}

/** Takes orders that a program sends, once a part, however often it is sent. With the last part they are placed. */
export async function addPart(
  { db, keyring, rules }: { db: Database; keyring: Keyring; rules: ReadingRules },
  ask: PartAsk,
  now: Date,
): Promise<PartAdded> {
  const hashes = { hash: hashOf(JSON.stringify(ask.orders)), formerHash: hashOf(roundedJson(ask.orders)) };
  const judged = await judgePart(db, ask, now, rules);
  return transaction(db, (tx) => addJudged(tx, keyring, ask, { ...hashes, judged }, now));
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Numbered from 1 within the part; an element that is no object has no fields to judge. */
async function judgePart(
  db: Database,
  { client, orders }: PartAsk,
  now: Date,
  rules: ReadingRules,
): Promise<JudgedLine[]> {
  const marks = client.withTestKey === true ? { testmode: true } : {};
  const lines = orders.map((fields, index) => ({
    line: index + 1,
    fields: isData(fields) ? { ...fields, ...marks } : {},
  }));
  const judged = await judgeLines(db, client, lines, now, rules);
  return judged.map((line, index) =>
    isData(orders[index]) ? line : { ...line, problems: [problem('order', 'no-object')] },
  );
}

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface PartHashes {
  hash: Buffer;
  /** Under which versions up to 0.1.0, which rounded long numbers, kept this part. */
  formerHash: Buffer;
}

interface JudgedPart extends PartHashes {
  judged: JudgedLine[];
}

async function addJudged(
  tx: Tx,
  keyring: Keyring,
  ask: PartAsk,
  { judged, ...hashes }: JudgedPart,
  now: Date,
): Promise<PartAdded> {
  const { hash } = hashes;
  const kept = await openBulk(tx, ask, hash, now);
  if (kept === null) return { is: 'too-many-open' };
  if (kept.parts !== ask.parts || kept.placing !== ask.placing) return { is: 'mismatch' };
  if (ask.part <= kept.partsCome) return repeatOf(tx, ask, kept, hashes);
  if (ask.part > kept.partsCome + 1) return { is: 'out-of-order' };
  if (kept.state !== 'reading') return { is: 'mismatch' };
  const most = ask.client.withTestKey === true ? maxLinesOfTestKeys : maxLines;
  if (kept.lines + judged.length > most) return { is: 'too-long' };
  const key = { clientId: ask.client.id, bulkId: kept.bulkId };
  await tx.query(`insert into bulk_parts (client_id, bulk_id, part, hash) values ($1, $2, $3, $4)`, [
    key.clientId,
    key.bulkId,
    ask.part,
    hash,
  ]);
  await writeLines(
    tx,
    key,
    judged.map((line) => ({ ...line, line: kept.lines + line.line })),
  );
  const wrong = judged.filter(({ problems }) => problems.length > 0).length;
  const after = {
    ...kept,
    partsCome: ask.part,
    lines: kept.lines + judged.length,
    wrong: kept.wrong + wrong,
  };
  const dueMs = now.getTime() + (ask.part === ask.parts ? 0 : partsWithinMs);
  await tx.query(
    `update bulk_orders set parts_come = $3, lines = $4, wrong = $5, due_at = $6 where client_id = $1 and id = $2`,
    [key.clientId, key.bulkId, after.partsCome, after.lines, after.wrong, new Date(dueMs)],
  );
  if (ask.part === 1) {
    const { keyVersion } = ask;
    const program = { is: 'program', side: 'client', partyId: key.clientId, keyVersion } as const;
    await recordAct(tx, keyring, actOf(program, key, 'bulk.added'), now);
  }
  return added(after);
}

const added = ({ bulkId, state, partsCome, lines, wrong }: Kept): PartAdded => ({
  is: 'added',
  bulkId,
  state,
  partsCome,
  lines,
  wrong,
});

async function repeatOf(tx: Tx, ask: PartAsk, kept: Kept, hashes: PartHashes): Promise<PartAdded> {
  const { rows } = await tx.query<{ hash: Buffer }>(
    `select hash from bulk_parts where client_id = $1 and bulk_id = $2 and part = $3`,
    [ask.client.id, kept.bulkId, ask.part],
  );
  const [before] = rows;
  // Once its lines were erased nothing is left to compare with, and nothing more is placed.
  const isSame =
    before !== undefined &&
    (before.hash.length === 0 || before.hash.equals(hashes.hash) || before.hash.equals(hashes.formerHash));
  return isSame ? added(kept) : { is: 'mismatch' };
}

/** Finds the bulk order of this uuid or opens it, and holds it; null: too many are open. */
async function openBulk(tx: Tx, ask: PartAsk, hash: Buffer, now: Date): Promise<Kept | null> {
  const { client, parts, placing } = ask;
  const uuid = comparedUuid(client, ask.uuid);
  const known = await lockByUuid(tx, ask);
  if (known !== null) return known;
  if (!(await mayOpenAnother(tx, client.id, client.withTestKey === true))) return null;
  await tx.query(
    `insert into bulk_orders (client_id, state, placing_mode, name, uuid, parts, parts_come, file_hash, added_at, due_at)
     values ($1, 'reading', $2, '', $3, $4, 0, $5, $6, $7)
     on conflict (client_id, uuid) where uuid is not null do nothing`,
    [client.id, placing, uuid, parts, hash, now, new Date(now.getTime() + partsWithinMs)],
  );
  return lockByUuid(tx, ask);
}

async function lockByUuid(tx: Tx, { client, uuid }: PartAsk): Promise<Kept | null> {
  const { rows } = await tx.query<Kept>(
    `select id as "bulkId", state, placing_mode as "placing", parts, parts_come as "partsCome", lines, wrong from bulk_orders
     where client_id = $1 and uuid = $2 for update`,
    [client.id, comparedUuid(client, uuid)],
  );
  return rows[0] ?? null;
}
