/** Letters and replies that somebody has to see to, until it is said that nothing more is to be done. */
import type { Tx } from '../../platform/database/database.ts';
import { mostDecided, type Decided, type Decision } from '../../platform/values/decision.ts';

/** SQL: a supplier was reminded of letter `l` and has not answered, as in the partial index of its table. */
const unansweredWaits = `l.answered_at is null and l.settled_at is null and l.reminders > 0`;

/** SQL: likewise, and one of the codes of letter `l` is sold and not confirmed. */
export const isUnanswered = `${unansweredWaits} and exists (
  select from activation_rows r join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id
  where r.supplier_id = l.supplier_id and r.letter_id = l.id and r.confirmed_at is null and c.state = 'sold')`;

/** Settles these letters, or all; nobody is reminded of them any more. Returns those that waited. */
export async function settleLetters(
  tx: Tx,
  { ids, until }: Decided,
  { by, because, at }: Decision,
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `with found as (
       select l.supplier_id, l.id from activation_letters l
       where ${unansweredWaits} and l.made_at <= $2 and ($1::bigint[] is null or l.id = any($1))
       order by l.made_at limit ${mostDecided} for update)
     update activation_letters l set settled_at = $3, settled_by = $4, settled_because = $5, remind_at = null
     from found f where l.supplier_id = f.supplier_id and l.id = f.id returning l.id`,
    [ids, until, at, by, because],
  );
  return rows.map(({ id }) => id);
}

/**
 * SQL: decision `d` about a mail is unclear and not settled, as in the partial index of its table. A letter that is
 * answered meanwhile needs no reading.
 */
export const unclearWaits = `d.decision = 'unclear' and d.settled_at is null and not exists (
  select from activation_letters a
  where a.supplier_id = d.supplier_id and a.id = d.letter_id and a.answered_at is not null)`;

/** The same for unclear replies; returns their mails. */
export async function settleReplies(
  tx: Tx,
  { ids, until }: Decided,
  { by, because, at }: Decision,
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `with found as (
       select d.mail_id, d.part from mail_decisions d join mails m on m.id = d.mail_id
       where ${unclearWaits} and m.read_at <= $2 and ($1::bigint[] is null or d.mail_id = any($1))
       order by d.mail_id limit ${mostDecided} for update of d)
     update mail_decisions d set settled_at = $3, settled_by = $4, settled_because = $5
     from found f where d.mail_id = f.mail_id and d.part = f.part returning d.mail_id as id`,
    [ids, until, at, by, because],
  );
  return [...new Set(rows.map(({ id }) => id))];
}
