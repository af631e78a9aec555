/** A report on a letter, noted at its delivery. */
import type { Tx } from '../../platform/database/database.ts';
import type { DeliveryKey } from '../mail/delivery-mark.ts';
import { maskDetails } from './mask-details.ts';

export interface LetterReport {
  is: 'delivered' | 'undelivered';
  /** `5.1.1`; empty if there was none. */
  status: string;
  /** The text that came; masked before it is stored. */
  details: string;
}

/**
 * Records a report of a letter. An undelivered letter stays undelivered, and a delivered one can still bounce; the same
 * report twice changes nothing. `early`: the letter is still being sent, so the report must wait.
 */
export async function noteReport(
  tx: Tx,
  { clientId, requestId, kind, round }: DeliveryKey,
  report: LetterReport,
  now: Date,
): Promise<'noted' | 'known' | 'early'> {
  const key = [clientId, requestId, kind, round];
  const { rows } = await tx.query<{ address: string; state: string; leased: boolean }>(
    `select address, state, coalesce(leased_until > $5, false) as leased from deliveries
     where client_id = $1 and request_id = $2 and channel = 'email' and kind = $3 and round = $4 for update`,
    [...key, now],
  );
  const [letter] = rows;
  if (letter === undefined) return 'known';
  // A letter that will be retried gets its next report then; one that was given up has failed anyway.
  if (letter.state !== 'sent') return letter.state === 'due' && letter.leased ? 'early' : 'known';
  // Without the address nobody can say what of the details names its owner.
  const details = letter.address === '' ? '' : maskDetails(report.details, letter.address);
  const { rowCount } = await tx.query(
    `update deliveries set report = $5, report_details = $6, reported_at = $7
     where client_id = $1 and request_id = $2 and channel = 'email' and kind = $3 and round = $4
       and (report is null or report = 'unknown' or (report = 'delivered' and $5 = 'undelivered'))`,
    [...key, report.is, [report.status, details].join(' ').trim(), now],
  );
  return rowCount === 1 ? 'noted' : 'known';
}
