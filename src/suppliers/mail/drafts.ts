import type { SealedColumn } from '../../platform/secrets/reseal.ts';
import type { SenderCheck } from '../../platform/mail/arriving/judge-sender.ts';
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { reasonsOf } from '../../platform/text/reasons.ts';
import { sliceOrder, type Slice } from '../../platform/database/slice.ts';

/** A draft: a spreadsheet with codes that came by mail, or was uploaded, and waits for an operator. */
export interface Draft {
  draftId: number;
  source: 'mail' | 'page';
  supplierId: number;
  supplierName: string;
  /** An address, or the name of whoever uploaded it. */
  sender: string;
  fileName: string;
  bytes: number;
  rows: number;
  state: 'waiting' | 'loaded' | 'rejected';
  cameAt: Date;
  decidedAt: Date | null;
  note: string;
  /** 'unjudged': received before senders were verified. */
  senderCheck: SenderCheck['is'] | 'unjudged';
  senderCheckDetails: string;
}

/** What the platform notes of a draft; what people note of one that they reject is their own. */
export const draftNotes = reasonsOf({
  loaded: { en: '{count} codes', ru: 'загружено кодов: {count}' },
});

const fileContext = (supplierId: number, hash: Buffer): string =>
  `pool-draft:${supplierId}:${hash.toString('hex')}`;

export const sealedDrafts: SealedColumn<{ supplier_id: number; file_hash: Buffer }> = {
  table: 'pool_drafts',
  column: 'sealed_file',
  key: { supplier_id: 'bigint', id: 'bigint' },
  reads: ['file_hash'],
  large: true,
  context: (row) => fileContext(row.supplier_id, row.file_hash),
};

export interface NewDraft {
  supplierId: number;
  sender: string;
  fileName: string;
  bytes: Buffer;
  hash: Buffer;
  rows: number;
  senderCheck: SenderCheck;
  source?: Draft['source'];
}

/** Stores a file, sealed; the same file of a supplier is stored once. */
export async function addDraft(
  tx: Tx,
  keyring: Keyring,
  draft: NewDraft,
  now: Date,
): Promise<{ is: 'added' | 'known'; draftId: number }> {
  const sealed = keyring.seal(draft.bytes.toString('base64'), fileContext(draft.supplierId, draft.hash));
  const { rows } = await tx.query<{ id: number }>(
    `insert into pool_drafts (supplier_id, sender, file_name, sealed_file, file_hash, bytes, rows, state, came_at, sender_check,
       sender_check_details, source)
     values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9, $10, $11)
     on conflict (supplier_id, file_hash) do nothing returning id`,
    [
      draft.supplierId,
      draft.sender,
      draft.fileName,
      sealed,
      draft.hash,
      draft.bytes.length,
      draft.rows,
      now,
      draft.senderCheck.is,
      draft.senderCheck.details,
      draft.source ?? 'mail',
    ],
  );
  if (rows[0] !== undefined) return { is: 'added', draftId: rows[0].id };
  // The same file from a verified sender replaces one from an unverified sender.
  const known = await tx.query<{ id: number }>(
    `update pool_drafts set
       sender_check = case when $3 = 'pass' and state = 'waiting' then $3 else sender_check end,
       sender_check_details = case when $3 = 'pass' and state = 'waiting' then $4 else sender_check_details end
     where supplier_id = $1 and file_hash = $2 returning id`,
    [draft.supplierId, draft.hash, draft.senderCheck.is, draft.senderCheck.details],
  );
  return { is: 'known', draftId: known.rows[0]?.id ?? 0 };
}

const columns = `d.id as "draftId", d.source, d.supplier_id as "supplierId", s.name as "supplierName", d.sender,
  d.file_name as "fileName", d.bytes, d.rows, d.state, d.came_at as "cameAt", d.decided_at as "decidedAt", d.note,
  d.sender_check as "senderCheck", d.sender_check_details as "senderCheckDetails"`;

/** Null: there is none. */
export async function findDraft(db: Sql, draftId: number): Promise<Draft | null> {
  const { rows } = await db.query<Draft>(
    `select ${columns} from pool_drafts d join suppliers s on s.id = d.supplier_id where d.id = $1`,
    [draftId],
  );
  return rows[0] ?? null;
}

export async function listDrafts(db: Sql, ask: { all: boolean; limit: number }): Promise<Draft[]> {
  const { rows } = await db.query<Draft>(
    `select ${columns} from pool_drafts d join suppliers s on s.id = d.supplier_id
     where $1::boolean or d.state = 'waiting' order by d.id desc limit $2`,
    [ask.all, ask.limit],
  );
  return rows;
}

/** A page of drafts, newest first: those that wait, or all. */
export async function listDraftPage(
  db: Sql,
  { all, slice }: { all: boolean; slice: Slice },
  limit: number,
): Promise<Draft[]> {
  const [border, order] = sliceOrder(slice);
  const { rows } = await db.query<Draft>(
    `select ${columns} from pool_drafts d join suppliers s on s.id = d.supplier_id
     where ($1::boolean or d.state = 'waiting') and ($2::bigint is null or d.id ${border} $2)
     order by d.id ${order} limit $3`,
    [all, slice.fromKey, limit],
  );
  return rows;
}

/** A draft with its opened file; the file is null once imported. In a transaction the draft is locked. */
export async function openDraft(
  db: Sql,
  keyring: Keyring,
  draftId: number,
  lock = false,
): Promise<{ draft: Draft; file: Buffer | null } | null> {
  const { rows } = await db.query<Draft & { sealed: Buffer | null; hash: Buffer }>(
    `select ${columns}, d.sealed_file as sealed, d.file_hash as hash
     from pool_drafts d join suppliers s on s.id = d.supplier_id where d.id = $1 ${lock ? 'for update of d' : ''}`,
    [draftId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { sealed, hash, ...draft } = row;
  const file =
    sealed === null ? null : Buffer.from(keyring.open(sealed, fileContext(draft.supplierId, hash)), 'base64');
  return { draft, file };
}

/** Ends a draft; an imported one no longer needs its file. False: it had already ended. */
export async function endDraft(
  db: Sql,
  ask: { draftId: number; state: 'loaded' | 'rejected'; note: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update pool_drafts
     set state = $2, note = $3, decided_at = $4, sealed_file = case when $2 = 'loaded' then null else sealed_file end
     where id = $1 and state = 'waiting'`,
    [ask.draftId, ask.state, ask.note, now],
  );
  return rowCount === 1;
}

/** The last drafts of one supplier, newest first. */
export async function listDraftsOf(db: Sql, ask: { supplierId: number; limit: number }): Promise<Draft[]> {
  const { rows } = await db.query<Draft>(
    `select ${columns} from pool_drafts d join suppliers s on s.id = d.supplier_id
     where d.supplier_id = $1 order by d.id desc limit $2`,
    [ask.supplierId, ask.limit],
  );
  return rows;
}

/** The pool products of a supplier, into which a draft may be imported. */
export async function poolProductsOf(db: Sql, supplierId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select id from products where supplier_id = $1 and transfer_scheme = 'pool' order by id`,
    [supplierId],
  );
  return rows.map(({ id }) => id);
}

export interface DecisionLine {
  mailId: number;
  part: number;
  decision: 'draft' | 'refused' | 'confirmed' | 'unclear' | 'ignored';
  fileName: string;
  details: string;
  supplierId: number | null;
  letterId: number | null;
  sender: string;
  subject: string;
  messageId: string;
  receivedAt: Date;
}

/** Mail that was not accepted, newest first: refused, ignored, or left for a person. */
export async function listUntaken(db: Sql, ask: { limit: number }): Promise<DecisionLine[]> {
  const { rows } = await db.query<DecisionLine>(
    `select d.mail_id as "mailId", d.part, d.decision, d.file_name as "fileName", d.details,
       d.supplier_id as "supplierId", d.letter_id as "letterId", m.sender, m.subject, m.message_id as "messageId",
       m.received_at as "receivedAt"
     from mail_decisions d join mails m on m.id = d.mail_id
     where d.decision in ('refused', 'unclear', 'ignored') order by d.mail_id desc, d.part limit $1`,
    [ask.limit],
  );
  return rows;
}
