/** Makes letters about codes that a supplier has to activate. */
import { queueLettersToPeople } from '../../messaging/outbox/queue-letters.ts';
import type { Celled } from '../../platform/cells/cell-context.ts';
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { CrashPoint } from '../../platform/process/crash-point.ts';
import { tokenHash, type Keyring } from '../../platform/secrets/keyring.ts';
import { newTokenSalt, salted } from '../../platform/secrets/token-salt.ts';
import { gatherRows } from './gather-rows.ts';
import { addUsualSchedules, lockSchedule, moveOn, reminderAt, type ActivationSchedule } from './schedule.ts';

const maxLettersAtOnce = 50;
const linkDays = 30;
const maxReminders = 3;

/** The token of a letter's confirmation page: the same each time, computed, never stored. */
export const activationToken = (keyring: Keyring, { supplierId, letterId, salt }: SaltedLetter): string =>
  keyring.token(salted(`activation:${supplierId}:${letterId}`, salt));

interface SaltedLetter {
  supplierId: number;
  letterId: number;
  salt: number | null;
}

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

/** Schedules, letters and mails are in the centre, the rows of letters in the cells of their codes. */
export interface LetterPlace extends Celled {
  db: DatabaseOrTx;
  keyring: Keyring;
  crashPoint?: CrashPoint;
}

/** In a transaction of the centre. */
type Making = LetterPlace & { db: Tx };

/** Makes the due letters of one supplier and advances its schedule; null if nothing is due. */
export async function makeDueLetters(place: Making, now: Date): Promise<MadeLetters | null> {
  const schedule = await lockSchedule(place.db, { dueAt: now });
  if (schedule === null) return null;
  const made = await makeLetters(place, schedule, now);
  await moveOn(place.db, schedule, now);
  return made;
}

/** Makes the letters of one supplier now, regardless of its schedule. */
export function makeLettersNow(
  place: LetterPlace,
  supplierId: number,
  now: Date,
): Promise<MadeLetters | 'no-schedule'> {
  return atomically(place.db, async (tx) => {
    await addUsualSchedules(tx, now);
    const schedule = await lockSchedule(tx, { supplierId });
    return schedule === null ? 'no-schedule' : makeLetters({ ...place, db: tx }, schedule, now);
  });
}

/**
 * Puts every sold code that waits for activation by letter, and is in no letter yet, into one. A letter and its mails commit together,
 * and on one server the set of codes too, so a crash leaves all of them or none.
 */
async function makeLetters(place: Making, schedule: ActivationSchedule, now: Date): Promise<MadeLetters> {
  const made: MadeLetters = { letters: 0, codes: 0 };
  while (made.letters < maxLettersAtOnce) {
    const { letterId, rows, more } = await gatherRows(place, schedule.supplierId, now);
    if (letterId === null) break;
    await writeLetter(place, schedule, letterId, now);
    made.letters += 1;
    made.codes += rows;
    if (!more) break;
  }
  return made;
}

async function writeLetter(
  { db: tx, keyring }: Making,
  schedule: ActivationSchedule,
  letterId: number,
  now: Date,
): Promise<void> {
  const { supplierId, language, addresses } = schedule;
  const salt = newTokenSalt();
  await tx.query(
    `insert into activation_letters (supplier_id, id, language, token_hash, made_at, expires_at, remind_at, salt)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      supplierId,
      letterId,
      language,
      tokenHash(activationToken(keyring, { supplierId, letterId, salt })),
      now,
      new Date(now.getTime() + linkDays * 86_400_000),
      reminderAt(now, schedule.reminderHours, schedule.holidays),
      salt,
    ],
  );
  await addMails(tx, { supplierId, letterId, is: 'table', addresses }, now);
}

interface NewMails {
  supplierId: number;
  letterId: number;
  is: 'table' | 'reminder';
  addresses: string[];
}

async function addMails(tx: Tx, { supplierId, letterId, is, addresses }: NewMails, now: Date): Promise<void> {
  const about = { ownerId: supplierId, aboutId: letterId, language: null, content: { is } };
  const letters = [...new Set(addresses)].map((address) => ({ ...about, address }));
  await queueLettersToPeople(tx, 'activation', letters, now);
}

/** Sends a reminder for a letter that is not fully confirmed; false if none has waited long enough. */
export async function remindOnce(tx: Tx, now: Date): Promise<boolean> {
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
  await addMails(tx, { supplierId, letterId, is: 'reminder', addresses }, now);
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
  letterId: number,
  now: Date,
): Promise<'sent-again' | 'no-letter' | 'answered'> {
  return atomically(db, (tx) => repeatLetter(tx, letterId, now));
}

async function repeatLetter(
  tx: Tx,
  letterId: number,
  now: Date,
): Promise<'sent-again' | 'no-letter' | 'answered'> {
  const { rows } = await tx.query<{ supplier_id: number; answered_at: Date | null; addresses: string[] }>(
    `select l.supplier_id, l.answered_at, s.addresses
     from activation_letters l join activation_schedules s using (supplier_id) where l.id = $1 for update of l`,
    [letterId],
  );
  const [letter] = rows;
  if (letter === undefined) return 'no-letter';
  if (letter.answered_at !== null) return 'answered';
  const { supplier_id: supplierId, addresses } = letter;
  // Whoever asks again, waits for the answer again.
  await tx.query(
    `update activation_letters set expires_at = $3, settled_at = null, settled_by = null, settled_because = null
     where supplier_id = $1 and id = $2`,
    [supplierId, letterId, new Date(now.getTime() + linkDays * 86_400_000)],
  );
  await addMails(tx, { supplierId, letterId, is: 'table', addresses }, now);
  return 'sent-again';
}
