/** Letters about activations, found by their number, link or reply. */
import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import { ascending, gathered, mergedSums, plus } from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import { tokenHash } from '../../platform/secrets/keyring.ts';
import type { Language } from '../../platform/text/language.ts';

export interface LetterKey {
  supplierId: number;
  letterId: number;
}

/** A table of codes that a supplier was asked to activate. */
export interface ActivationLetter extends LetterKey {
  supplierName: string;
  language: Language;
  madeAt: Date;
  expiresAt: Date;
  /** When the whole table was confirmed. */
  answeredAt: Date | null;
  /** What its link is computed of besides its ids. */
  salt: number | null;
}

export interface ActivationRow {
  row: number;
  codeId: number;
  orderNumber: string;
  faceKopecks: number;
  expiresAt: Date | null;
  numberTail: string;
  confirmedAt: Date | null;
  /** The code is no longer sold: nothing to activate. */
  withdrawn: boolean;
}

const letterColumns = `l.supplier_id as "supplierId", l.id as "letterId", s.name as "supplierName", l.language,
  l.made_at as "madeAt", l.expires_at as "expiresAt", l.answered_at as "answeredAt", l.salt`;

async function findOne(db: Sql, where: string, values: unknown[]): Promise<ActivationLetter | null> {
  const { rows } = await db.query<ActivationLetter>(
    `select ${letterColumns} from activation_letters l join suppliers s on s.id = l.supplier_id where ${where}`,
    values,
  );
  return rows[0] ?? null;
}

export const findLetter = (db: Sql, letterId: number): Promise<ActivationLetter | null> =>
  findOne(db, 'l.id = $1', [letterId]);

export const findLetterByToken = (db: Sql, token: string): Promise<ActivationLetter | null> =>
  findOne(db, 'l.token_hash = $1', [tokenHash(token)]);

/** What former versions sent stays where it was: src/messaging/outbox/take-over-letters.ts. */
const allMails = `mails as not materialized (
  select owner_id as supplier_id, about_id as letter_id, address, message_id, state, made_at, id from letters_to_people
  where kind = 'activation'
  union all
  select supplier_id, letter_id, address, message_id, state, due_at, id from activation_mails)`;

/** The letter with one of these Message-IDs, if it was sent to this address. */
export async function findLetterAnswered(
  db: Sql,
  messageIds: string[],
): Promise<(LetterKey & { addresses: string[] }) | null> {
  const { rows } = await db.query<LetterKey & { addresses: string[] }>(
    `with ${allMails}
     select m.supplier_id as "supplierId", m.letter_id as "letterId",
       (select array_agg(o.address) from mails o
        where o.supplier_id = m.supplier_id and o.letter_id = m.letter_id) as addresses
     from mails m where m.message_id = any($1::text[]) order by m.made_at desc, m.id desc limit 1`,
    [messageIds],
  );
  return rows[0] ?? null;
}

/** The table of a letter: each of its rows is in the cell of its code. */
export const listRows = async (ctx: ReadingContext, letter: LetterKey): Promise<ActivationRow[]> =>
  (await gathered(ctx, ({ pageDb }) => rowsIn(pageDb, letter))).toSorted(ascending(({ row }) => row));

async function rowsIn(db: Sql, { supplierId, letterId }: LetterKey): Promise<ActivationRow[]> {
  const { rows } = await db.query<ActivationRow>(
    `select r.row, r.code_id as "codeId", r.order_number as "orderNumber", r.face_kopecks as "faceKopecks",
       r.expires_at as "expiresAt", r.number_tail as "numberTail", r.confirmed_at as "confirmedAt",
       c.state <> 'sold' as withdrawn
     from activation_rows r join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id
     where r.supplier_id = $1 and r.letter_id = $2 order by r.row`,
    [supplierId, letterId],
  );
  return rows;
}

export interface LetterLine extends ActivationLetter {
  rows: number;
  confirmed: number;
  reminders: number;
  sent: number;
  failed: number;
  /** Replies that a person has to read. */
  unclear: number;
}

/** Letters for the operator, newest first; all, or those with unconfirmed rows. */
export async function listLetters(
  ctx: ReadingContext,
  ask: { supplierId: number | null; all: boolean; limit: number },
): Promise<LetterLine[]> {
  const letters = await lettersIn(ctx.pageDb, ask);
  const counts = await mergedSums(ctx, ofLetter, ({ pageDb }) => countRows(pageDb, letters));
  const byLetter = new Map(counts.map((one) => [one.letterId, one]));
  return letters.map((letter) => ({
    ...letter,
    ...(byLetter.get(letter.letterId) ?? { rows: 0, confirmed: 0 }),
  }));
}

type CountedRows = Pick<LetterLine, 'letterId' | 'rows' | 'confirmed'>;
const ofLetter = {
  key: ({ letterId }: CountedRows) => letterId,
  join: { rows: plus, confirmed: plus },
};

type Uncounted = Omit<LetterLine, 'rows' | 'confirmed'>;

async function lettersIn(
  db: Sql,
  ask: { supplierId: number | null; all: boolean; limit: number },
): Promise<Uncounted[]> {
  const { rows } = await db.query<Uncounted>(
    `with ${allMails}
     select ${letterColumns}, l.reminders,
       (select count(*) from mails m where m.supplier_id = l.supplier_id and m.letter_id = l.id
          and m.state = 'sent') as sent,
       (select count(*) from mails m where m.supplier_id = l.supplier_id and m.letter_id = l.id
          and m.state = 'failed') as failed,
       (select count(*) from mail_decisions d where d.supplier_id = l.supplier_id and d.letter_id = l.id
          and d.decision = 'unclear') as unclear
     from activation_letters l join suppliers s on s.id = l.supplier_id
     where ($1::bigint is null or l.supplier_id = $1) and ($2::boolean or l.answered_at is null)
     order by l.id desc limit $3`,
    [ask.supplierId, ask.all, ask.limit],
  );
  return rows;
}

async function countRows(db: Sql, letters: readonly LetterKey[]): Promise<CountedRows[]> {
  const { rows } = await db.query<CountedRows>(
    `select letter_id as "letterId", count(*) as rows, count(confirmed_at) as confirmed
     from activation_rows where supplier_id = any($1::bigint[]) and letter_id = any($2::bigint[]) group by letter_id`,
    columnsOf(letters, ['supplierId', 'letterId']),
  );
  return rows;
}

/** Whether lists are made at all: some product has its codes activated by letter. */
export async function activatesByLetter(db: Sql, supplierId: number): Promise<boolean> {
  const { rows } = await db.query(
    `select from products where supplier_id = $1 and activation_scheme = 'letter' limit 1`,
    [supplierId],
  );
  return rows.length > 0;
}
