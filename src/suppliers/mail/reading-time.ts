/** Limits how long files of suppliers' mails are read, so that no mail keeps the others waiting. */
import type { SenderCheckSettings } from '../../platform/settings/mail-settings.ts';
import { valuesOf, type MailHead } from '../../platform/mail/arriving/read-head.ts';
import { readServerResults } from '../../platform/mail/arriving/server-results.ts';
import type { Sql } from '../../platform/database/database.ts';

/** Limit of one mail: shorter than the silence after which a mail server closes the connection. */
const ofMailMs = 40_000;
/** Limit of a supplier within an hour. Anybody can write its address into a mail, so without a proof it is short. */
const ofHourMs = { proven: 5 * 60_000, unproven: 60_000 };
const hourMs = 60 * 60_000;

export interface ReadingFor {
  supplierId: number;
  /** The mail is from the sender that it names. */
  proven: boolean;
}

/** What is left for the next mail; zero or less: nothing. */
export async function timeLeft(db: Sql, { supplierId, proven }: ReadingFor, now: Date): Promise<number> {
  const { rows } = await db.query<{ used: number }>(
    `select coalesce(sum(read_ms), 0)::float8 as used from mails
     where supplier_id = $1 and is_proven = $2 and read_at > $3 and read_ms > 0`,
    [supplierId, proven, new Date(now.getTime() - hourMs)],
  );
  return Math.min(ofMailMs, ofHourMs[proven ? 'proven' : 'unproven'] - (rows[0]?.used ?? 0));
}

/** Whether the whole mail may prove its sender: with neither a signature nor a word of our own server it can't. */
export function mayBeProven(head: MailHead, { authservId }: SenderCheckSettings): boolean {
  const server = readServerResults(valuesOf(head, 'authentication-results')[0] ?? '', authservId);
  return valuesOf(head, 'dkim-signature').length > 0 || server.dmarc === 'pass' || server.spf === 'pass';
}

/** What is left of a mail's time, and what it took. */
export interface ReadingTime {
  leftMs: number;
  usedMs: number;
}

/** Returns the time for a file that a signed-in person uploads. */
export const timeOfFile = (): ReadingTime => ({ leftMs: 60_000, usedMs: 0 });

export function spend(time: ReadingTime, ms: number): void {
  time.leftMs -= ms;
  time.usedMs += ms;
}
