/** Takes the uploaded file of a bulk order and keeps it sealed. */
import type { SealedColumn } from '../../platform/secrets/reseal.ts';
import { createHash } from 'node:crypto';
import {
  allowTime,
  transaction,
  type Database,
  type Sql,
  type Tx,
} from '../../platform/database/database.ts';
import { isOfTestKey } from '../../clients/sandbox.ts';
import { may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { actOf, partyOf } from './bulk-acts.ts';
import { maxOpen, maxOpenOfTestKeys, type BulkKey, type BulkState } from './bulk-order.ts';

export const maxFileBytes = 20 * 1024 * 1024;
const maxNameCharacters = 255;
/** A large file may take its time on the way to the database. */
const timeAllowed = { statementMs: 30_000 };

export interface FileAsk {
  clientId: number;
  /** That of the file, for people. */
  name: string;
  bytes: Buffer;
}

/** An earlier one that brought the same bytes. */
export interface SameFile {
  bulkId: number;
  state: BulkState;
  addedAt: Date;
}

export type FileAdded =
  | { is: 'added'; bulkId: number; sameFile: SameFile | null }
  | { is: 'refused'; why: 'forbidden' | 'empty' | 'too-large' | 'too-many-open' };

/** Takes a sheet of orders, sealed. A worker reads it; nothing is ordered before somebody has confirmed what it found. */
export function addFile(
  db: Database,
  keyring: Keyring,
  principal: Principal,
  ask: FileAsk,
  now: Date,
): Promise<FileAdded> {
  if (!may(principal, 'orders.place', partyOf(ask)))
    return Promise.resolve({ is: 'refused', why: 'forbidden' });
  return transaction(db, (tx) => keepFile(tx, keyring, principal, ask, now));
}

async function keepFile(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  { clientId, name, bytes }: FileAsk,
  now: Date,
): Promise<FileAdded> {
  if (bytes.length === 0) return { is: 'refused', why: 'empty' };
  if (bytes.length > maxFileBytes) return { is: 'refused', why: 'too-large' };
  await allowTime(tx, timeAllowed);
  if (!(await mayOpenAnother(tx, clientId))) return { is: 'refused', why: 'too-many-open' };
  const hash = createHash('sha256').update(bytes).digest();
  const sameFile = await findSameFile(tx, { clientId, bulkId: 0 }, hash);
  const { rows } = await tx.query<{ id: number }>(
    `insert into bulk_orders (client_id, state, placing_mode, name, file_hash, sealed_file, added_at, due_at)
     values ($1, 'reading', 'asked', $2, $3, $4, $5, $5) returning id`,
    [
      clientId,
      nameOf(name),
      hash,
      keyring.ofClient(clientId).seal(bytes.toString('base64'), fileContext(clientId, hash)),
      now,
    ],
  );
  const bulkId = rows[0]?.id ?? 0;
  await recordAct(tx, keyring, actOf(principal, { clientId, bulkId }, 'bulk.added'), now);
  return { is: 'added', bulkId, sameFile };
}

const nameOf = (name: string): string =>
  [...name.toWellFormed().replaceAll('\0', '')].slice(0, maxNameCharacters).join('');

const fileContext = (clientId: number, hash: Buffer): string =>
  `bulk-file:${clientId}:${hash.toString('hex')}`;

export const sealedBulkFiles: SealedColumn<{ client_id: number; file_hash: Buffer }> = {
  table: 'bulk_orders',
  column: 'sealed_file',
  key: { client_id: 'bigint', id: 'bigint' },
  reads: ['file_hash'],
  large: true,
  client: 'client_id',
  context: (row) => fileContext(row.client_id, row.file_hash),
};

export function openFile(
  keyring: Keyring,
  { clientId, hash, sealed }: { clientId: number; hash: Buffer; sealed: Buffer },
): Buffer {
  return Buffer.from(keyring.ofClient(clientId).open(sealed, fileContext(clientId, hash)), 'base64');
}

/** A few more may slip in at the same moment; the limit keeps the store small, not the count exact. */
export async function mayOpenAnother(tx: Tx, clientId: number, withTestKey = false): Promise<boolean> {
  const { rows } = await tx.query<{ open: number }>(
    `select count(*) as open from bulk_orders
     where client_id = $1 and state not in ('done', 'cancelled') and ${isOfTestKey('uuid')} = $2`,
    [clientId, withTestKey],
  );
  return (rows[0]?.open ?? 0) < (withTestKey ? maxOpenOfTestKeys : maxOpen);
}

/** The latest other one of the same bytes that was placed or still may be. */
export async function findSameFile(
  db: Sql,
  { clientId, bulkId }: BulkKey,
  hash: Buffer,
): Promise<SameFile | null> {
  const { rows } = await db.query<SameFile>(
    `select id as "bulkId", state, added_at as "addedAt" from bulk_orders
     where client_id = $1 and file_hash = $2 and id <> $3 and (state <> 'cancelled' or placed > 0)
     order by id desc limit 1`,
    [clientId, hash, bulkId],
  );
  return rows[0] ?? null;
}
