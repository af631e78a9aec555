/** Invites the first operator of an installation. */
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Language } from '../../platform/text/language.ts';
import { operator } from '../access/party.ts';
import { fromShell } from '../access/principal.ts';
import { leadRole } from '../access/rights.ts';
import { readEmail } from '../persons/email.ts';
import { invite, resendInvitation } from '../team/invite.ts';
import { hasOperator } from './setup-link.ts';

export type FirstInvited = 'invited' | 'invited-before' | 'operator-exists' | 'bad-email';

/**
 * Invites the first operator by letter, as an installation that is set up by its environment asks. Any number of processes
 * may ask at once, at every start: there is one letter, and another one only after the last has expired.
 */
export function inviteFirstOperator(
  db: DatabaseOrTx,
  keyring: Keyring,
  { email: typed, language }: { email: string; language: Language },
  now: Date,
): Promise<FirstInvited> {
  return atomically<FirstInvited>(db, async (tx) => {
    const email = readEmail(typed);
    if (email === null) return 'bad-email';
    if (await hasOperator(tx)) return 'operator-exists';
    const ask = { party: operator, email, role: leadRole.operator, language };
    if ((await invite(tx, keyring, fromShell, ask, now)).is === 'invited') return 'invited';
    const { rows } = await tx.query<{ id: number }>(
      `select id from invitations
       where side = 'operator' and party_id = 0 and email = $1 and state = 'open' and expires_at <= $2 for update`,
      [email, now],
    );
    const [expired] = rows;
    if (expired === undefined) return 'invited-before';
    await resendInvitation(tx, keyring, fromShell, { party: operator, id: expired.id }, now);
    return 'invited';
  });
}
