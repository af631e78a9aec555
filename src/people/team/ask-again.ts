/** The holder of an expired invitation link requests a new one: the inviter gets a letter. */
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { leadRole } from '../access/rights.ts';
import { queueAskedAgainMails } from '../mails/queue-mail.ts';
import { openInvitation } from './invitation.ts';

/** Letters about one invitation are at least this far apart, however often its link is opened. */
const askAgainHours = 24;

export async function askAgain(
  db: DatabaseOrTx,
  keyring: Keyring,
  token: string,
  now: Date,
): Promise<{ is: 'asked' | 'not-expired' }> {
  return atomically<{ is: 'asked' | 'not-expired' }>(db, async (tx) => {
    const opened = await openInvitation(tx, keyring, token, now);
    if (opened.is !== 'expired') return { is: 'not-expired' };
    const { side, partyId, id, round } = opened.invitation;
    const { rowCount } = await tx.query(
      `update invitations set asked_again_at = $4
       where side = $1 and party_id = $2 and id = $3 and (asked_again_at is null or asked_again_at <= $5)`,
      [side, partyId, id, now, new Date(now.getTime() - askAgainHours * 3600_000)],
    );
    if (rowCount === 1) await queueAskedAgainMails(tx, { side, partyId, id, round }, leadRole[side], now);
    return { is: 'asked' };
  });
}
