import { Cron } from 'croner';
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import type { Language } from '../../platform/text/language.ts';

/** When and to whom activation letters of a supplier are sent. */
export interface ActivationSchedule {
  supplierId: number;
  addresses: string[];
  language: Language;
  /** Cron expression (minute, hour, day, month, weekday) in Moscow time. */
  cron: string;
  /** Moscow dates, `YYYY-MM-DD`. */
  holidays: string[];
  /** Hours without an answer after which the letter is repeated. */
  reminderHours: number;
  nextAt: Date;
}

export const usualCron = '0 12 * * 1-5';
const usualReminderHours = 24;
const maxAddresses = 10;
/** Maximum number of consecutive holidays to skip; a schedule that falls only on holidays is invalid. */
const maxSkips = 100;

/** The first time of the schedule after `after` that is not on a holiday; null if there is none. */
function nextLetterAt(cron: string, holidays: string[], after: Date): Date | null {
  const pattern = new Cron(cron, { timezone: 'Europe/Moscow', paused: true, mode: '5-part' });
  const closed = new Set(holidays);
  let next = pattern.nextRun(after);
  for (let skips = 0; next !== null && skips < maxSkips; skips += 1) {
    if (!closed.has(moscowDay(next))) return next;
    next = pattern.nextRun(next);
  }
  return null;
}

/** A number of hours later; if that is on a weekend or a holiday, the next working day. */
export function reminderAt(from: Date, hours: number, holidays: string[]): Date {
  const closed = new Set(holidays);
  let instant = new Date(from.getTime() + hours * 3600_000);
  for (let skips = 0; skips < maxSkips && (isWeekend(instant) || closed.has(moscowDay(instant))); skips += 1)
    instant = new Date(instant.getTime() + 86_400_000);
  return instant;
}

const isWeekend = (instant: Date): boolean =>
  [0, 6].includes(new Date(`${moscowDay(instant)}T00:00:00Z`).getUTCDay());

export type ScheduleSet =
  | { is: 'set'; schedule: ActivationSchedule }
  | { is: 'no-supplier' }
  | { is: 'bad-address' | 'no-address' | 'too-many-addresses' }
  | { is: 'bad-schedule' };

/** The fields of a schedule; absent ones are not changed, or get the default. */
export type ScheduleFields = Partial<Omit<ActivationSchedule, 'supplierId' | 'nextAt'>>;

export function setSchedule(
  db: DatabaseOrTx,
  supplierId: number,
  fields: ScheduleFields,
  now: Date,
): Promise<ScheduleSet> {
  return atomically(db, (tx) => changeSchedule(tx, supplierId, fields, now));
}

async function changeSchedule(
  tx: Tx,
  supplierId: number,
  fields: ScheduleFields,
  now: Date,
): Promise<ScheduleSet> {
  const supplier = await tx.query<{ contact_email: string }>(
    `select contact_email from suppliers where id = $1 for no key update`,
    [supplierId],
  );
  const contact = supplier.rows[0]?.contact_email;
  if (contact === undefined) return { is: 'no-supplier' };
  const before = await findSchedule(tx, supplierId);
  const schedule = { ...usualSchedule(supplierId, contact), ...before, ...fields };
  if (schedule.addresses.length === 0) return { is: 'no-address' };
  if (schedule.addresses.length > maxAddresses) return { is: 'too-many-addresses' };
  if (!schedule.addresses.every(isEmailAddress)) return { is: 'bad-address' };
  const nextAt = nextOrNull(schedule.cron, schedule.holidays, now);
  if (nextAt === null) return { is: 'bad-schedule' };
  await writeSchedule(tx, { ...schedule, nextAt });
  return { is: 'set', schedule: { ...schedule, nextAt } };
}

const usualSchedule = (supplierId: number, contact: string): Omit<ActivationSchedule, 'nextAt'> => ({
  supplierId,
  addresses: contact === '' ? [] : [contact],
  language: 'ru',
  cron: usualCron,
  holidays: [],
  reminderHours: usualReminderHours,
});

function nextOrNull(cron: string, holidays: string[], now: Date): Date | null {
  try {
    return nextLetterAt(cron, holidays, now);
  } catch {
    return null;
  }
}

async function writeSchedule(tx: Tx, schedule: ActivationSchedule): Promise<void> {
  await tx.query(
    `insert into activation_schedules (supplier_id, addresses, language, cron, holidays, reminder_hours, next_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (supplier_id) do update set addresses = excluded.addresses, language = excluded.language,
       cron = excluded.cron, holidays = excluded.holidays, reminder_hours = excluded.reminder_hours,
       next_at = excluded.next_at`,
    [
      schedule.supplierId,
      schedule.addresses.map((address) => address.toLowerCase()),
      schedule.language,
      schedule.cron,
      schedule.holidays,
      schedule.reminderHours,
      schedule.nextAt,
    ],
  );
}

/** Suppliers with products of this scheme and a contact address get the default schedule until they have their own. */
export async function addUsualSchedules(db: Sql, now: Date): Promise<void> {
  await db.query(
    `insert into activation_schedules (supplier_id, addresses, language, cron, reminder_hours, next_at)
     select s.id, array[lower(s.contact_email)], s.language, $1, $2, $3
     from suppliers s
     where s.contact_email <> '' and not exists (select from activation_schedules a where a.supplier_id = s.id)
       and exists (select from products p where p.supplier_id = s.id and p.activation_scheme = 'letter')
     on conflict (supplier_id) do nothing`,
    [usualCron, usualReminderHours, nextLetterAt(usualCron, [], now)],
  );
}

const columns = `supplier_id as "supplierId", addresses, language, cron, holidays::text[], 
  reminder_hours as "reminderHours", next_at as "nextAt"`;

export async function findSchedule(db: Sql, supplierId: number): Promise<ActivationSchedule | null> {
  const { rows } = await db.query<ActivationSchedule>(
    `select ${columns} from activation_schedules where supplier_id = $1`,
    [supplierId],
  );
  return rows[0] ?? null;
}

/** Locks one due schedule, or the given supplier's. */
export async function lockSchedule(
  tx: Tx,
  ask: { dueAt: Date } | { supplierId: number },
): Promise<ActivationSchedule | null> {
  const bySupplier = 'supplierId' in ask;
  const { rows } = await tx.query<ActivationSchedule>(
    bySupplier
      ? `select ${columns} from activation_schedules where supplier_id = $1 for update`
      : `select ${columns} from activation_schedules where next_at <= $1 order by next_at limit 1 for update skip locked`,
    [bySupplier ? ask.supplierId : ask.dueAt],
  );
  return rows[0] ?? null;
}

/** Advances the schedule to its next time. A schedule without a next time pauses for a year. */
export async function moveOn(tx: Tx, schedule: ActivationSchedule, now: Date): Promise<void> {
  const next =
    nextOrNull(schedule.cron, schedule.holidays, now) ?? new Date(now.getTime() + 366 * 86_400_000);
  await tx.query(`update activation_schedules set next_at = $2 where supplier_id = $1`, [
    schedule.supplierId,
    next,
  ]);
}
