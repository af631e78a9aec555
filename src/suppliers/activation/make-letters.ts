/** Makes letters about codes that a supplier has to activate. */
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import { tokenHash, type Keyring } from '../../platform/secrets/keyring.ts';
import { insertion } from '../../platform/database/rows.ts';
import { revealCodes } from '../../vault/reveal.ts';
import { addUsualSchedules, lockSchedule, moveOn, reminderAt, type ActivationSchedule } from './schedule.ts';

/** Maximum number of rows per letter; the rest goes into further letters at once. */
const maxRows = 5000;
const maxLettersAtOnce = 50;
const linkDays = 30;
const maxReminders = 3;

/** The token of a letter's confirmation page: the same each time, computed, never stored. */
export const activationToken = (keyring: Keyring, supplierId: number, letterId: number): string =>
  keyring.token(`activation:${supplierId}:${letterId}`);

export interface MadeLetters {
  letters: number;
  codes: number;
}

/** Whether something is due: a scheduled letter, or a reminder for one that was not answered. */
export async function lettersAreDue(db: Sql, now: Date): Promise<boolean> {
  await addUsualSchedules(db, now);
  const { rows } = await db.query<{ due: boolean }>(
    `select exists (select from activation_schedules where next_at <= $1)
       or exists (select from activation_letters where remind_at <= $1) as due`,
    [now],
  );
  return rows[0]?.due ?? false;
}

/** Makes the due letters of one supplier and advances its schedule; null if nothing is due. */
export async function makeDueLetters(tx: Tx, keyring: Keyring, now: Date): Promise<MadeLetters | null> {
  const schedule = await lockSchedule(tx, { dueAt: now });
  if (schedule === null) return null;
  const made = await makeLetters(tx, keyring, schedule, now);
  await moveOn(tx, schedule, now);
  return made;
}

/** Makes the letters of one supplier now, regardless of its schedule. */
export function makeLettersNow(
  db: DatabaseOrTx,
  keyring: Keyring,
  supplierId: number,
  now: Date,
): Promise<MadeLetters | 'no-schedule'> {
  return atomically(db, async (tx) => {
    await addUsualSchedules(tx, now);
    const schedule = await lockSchedule(tx, { supplierId });
    return schedule === null ? 'no-schedule' : makeLetters(tx, keyring, schedule, now);
  });
}

/**
 * Puts every sold code that waits for activation by letter, and is in no letter yet, into one. The set of codes, the
 * letter and its mails commit together, so a crash leaves all of them or none.
 */
async function makeLetters(
  tx: Tx,
  keyring: Keyring,
  schedule: ActivationSchedule,
  now: Date,
): Promise<MadeLetters> {
  const made: MadeLetters = { letters: 0, codes: 0 };
  while (made.letters < maxLettersAtOnce) {
    const codes = await findUnasked(tx, schedule.supplierId);
    if (codes.length === 0) break;
    await makeLetter(tx, keyring, schedule, codes, now);
    made.letters += 1;
    made.codes += codes.length;
    if (codes.length < maxRows) break;
  }
  return made;
}

interface UnaskedCode {
  id: number;
  face_kopecks: number;
  expires_at: Date | null;
  order_number: string;
}

async function findUnasked(tx: Tx, supplierId: number): Promise<UnaskedCode[]> {
  const { rows } = await tx.query<UnaskedCode>(
    `select c.id, c.face_kopecks, t.expires_at, t.order_id || '-' || t.request_id as order_number
     from stock s
     join products p on p.id = s.product_id and p.activation_scheme = 'letter'
     join codes c on c.supplier_id = s.supplier_id and c.product_id = s.product_id
       and c.face_kopecks = s.face_kopecks and c.ends_on = s.ends_on and c.position < s.next_position and not c.active and c.state = 'sold'
     join certificates t on t.client_id = c.client_id and t.request_id = c.request_id
     where s.supplier_id = $1
       and not exists (select from activation_rows r where r.supplier_id = c.supplier_id and r.code_id = c.id)
     order by c.sold_at, c.id limit $2`,
    [supplierId, maxRows],
  );
  return rows;
}

const rowsInsertion = insertion('activation_rows', {
  supplier_id: 'bigint',
  letter_id: 'bigint',
  row: 'integer',
  code_id: 'bigint',
  order_number: 'text',
  face_kopecks: 'bigint',
  expires_at: 'timestamptz',
  number_tail: 'text',
});

async function makeLetter(
  tx: Tx,
  keyring: Keyring,
  schedule: ActivationSchedule,
  codes: UnaskedCode[],
  now: Date,
): Promise<void> {
  const { supplierId, language, addresses } = schedule;
  const letterId = await nextLetterId(tx);
  const ask = { supplierId, codeIds: codes.map(({ id }) => id), reader: 'supplier' as const, address: '' };
  const plain = await revealCodes(tx, keyring, ask, now);
  await tx.query(
    `insert into activation_letters (supplier_id, id, language, token_hash, made_at, expires_at, remind_at)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      supplierId,
      letterId,
      language,
      tokenHash(activationToken(keyring, supplierId, letterId)),
      now,
      new Date(now.getTime() + linkDays * 86_400_000),
      reminderAt(now, schedule.reminderHours, schedule.holidays),
    ],
  );
  await rowsInsertion.into(
    tx,
    codes.map((code, index) => ({
      supplier_id: supplierId,
      letter_id: letterId,
      row: index + 1,
      code_id: code.id,
      order_number: code.order_number,
      face_kopecks: code.face_kopecks,
      expires_at: code.expires_at,
      number_tail: tailOf(plain.get(code.id)?.number ?? ''),
    })),
  );
  await addMails(tx, keyring, { supplierId, letterId, kind: 'table', turn: 0, addresses }, now);
}

async function nextLetterId(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(`select nextval('activation_letters_id_seq') as id`);
  return rows[0]?.id ?? 0;
}

/** At most a third of the number, and never more than four characters. */
const tailOf = (number: string): string => {
  const signs = Math.min(4, Math.floor(number.length / 3));
  return signs === 0 ? '' : number.slice(-signs);
};

interface NewMails {
  supplierId: number;
  letterId: number;
  kind: 'table' | 'reminder';
  /** Distinguishes the mails of one letter to one address. */
  turn: number;
  addresses: string[];
}

async function addMails(tx: Tx, keyring: Keyring, mails: NewMails, now: Date): Promise<void> {
  const { supplierId, letterId, kind, turn, addresses } = mails;
  await tx.query(
    `insert into activation_mails (supplier_id, letter_id, kind, address, message_id, state, due_at)
     select $1, $2, $3, address, message_id, 'due', $6
     from unnest($4::text[], $5::text[]) as mail (address, message_id)
     on conflict (message_id) do nothing`,
    [
      supplierId,
      letterId,
      kind,
      addresses,
      // Unguessable: a reply proves by it that its author has seen the letter.
      addresses.map((address) =>
        keyring.token(`activation-mail:${supplierId}:${letterId}:${kind}:${turn}:${address}`),
      ),
      now,
    ],
  );
}

/** Sends a reminder for a letter that is not fully confirmed; false if none has waited long enough. */
export async function remindOnce(tx: Tx, keyring: Keyring, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{
    supplier_id: number;
    id: number;
    reminders: number;
    addresses: string[];
    reminder_hours: number;
    holidays: string[];
  }>(
    `select l.supplier_id, l.id, l.reminders, s.addresses, s.reminder_hours, s.holidays::text[]
     from activation_letters l join activation_schedules s using (supplier_id)
     where l.remind_at <= $1 order by l.remind_at limit 1 for update of l skip locked`,
    [now],
  );
  const [letter] = rows;
  if (letter === undefined) return false;
  const { supplier_id: supplierId, id: letterId, addresses } = letter;
  const turn = letter.reminders + 1;
  await addMails(tx, keyring, { supplierId, letterId, kind: 'reminder', turn, addresses }, now);
  await tx.query(
    `update activation_letters set reminders = $3, remind_at = $4 where supplier_id = $1 and id = $2`,
    [
      supplierId,
      letterId,
      turn,
      turn >= maxReminders ? null : reminderAt(now, letter.reminder_hours, letter.holidays),
    ],
  );
  return true;
}

/** Sends a letter to the supplier's addresses again, with a new link. */
export function sendAgain(
  db: DatabaseOrTx,
  keyring: Keyring,
  letterId: number,
  now: Date,
): Promise<'sent-again' | 'no-letter' | 'answered'> {
  return atomically(db, (tx) => repeatLetter(tx, keyring, letterId, now));
}

async function repeatLetter(
  tx: Tx,
  keyring: Keyring,
  letterId: number,
  now: Date,
): Promise<'sent-again' | 'no-letter' | 'answered'> {
  const { rows } = await tx.query<{
    supplier_id: number;
    answered_at: Date | null;
    addresses: string[];
    mails: number;
  }>(
    `select l.supplier_id, l.answered_at, s.addresses,
       (select count(*) from activation_mails m where m.supplier_id = l.supplier_id and m.letter_id = l.id) as mails
     from activation_letters l join activation_schedules s using (supplier_id) where l.id = $1 for update of l`,
    [letterId],
  );
  const [letter] = rows;
  if (letter === undefined) return 'no-letter';
  if (letter.answered_at !== null) return 'answered';
  const { supplier_id: supplierId, addresses, mails: turn } = letter;
  await tx.query(`update activation_letters set expires_at = $3 where supplier_id = $1 and id = $2`, [
    supplierId,
    letterId,
    new Date(now.getTime() + linkDays * 86_400_000),
  ]);
  await addMails(tx, keyring, { supplierId, letterId, kind: 'table', turn, addresses }, now);
  return 'sent-again';
}
