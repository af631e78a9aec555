/** Makes the holder of the link of `facevalue setup` the first operator, in one transaction, and signs them in. */
import { transaction, type Database } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { hashPassword } from '../../platform/secrets/password.ts';
import { weaknessOf, type Weakness } from '../../platform/secrets/weak-password.ts';
import { operator } from '../access/party.ts';
import { personActor } from '../access/principal.ts';
import { leadRole } from '../access/rights.ts';
import { recordAct } from '../audit/record-act.ts';
import { readEmail } from '../persons/email.ts';
import { readName } from '../persons/name.ts';
import { beginSession, type Device } from '../sessions/begin-session.ts';
import { addMembership } from '../team/add-membership.ts';
import { endSetupLink, findSetupLink, holdSetupLink } from './setup-link.ts';

export type BecameOperator =
  | { is: 'became'; cookie: string }
  /** The link is not valid (any more), or there is an operator already. */
  | { is: 'not-open' }
  | { is: 'bad-email' }
  /** Made for somebody else's address. */
  | { is: 'other-email' }
  /** Somebody signs in under this address already. */
  | { is: 'known-email' }
  | { is: 'bad-name' }
  | { is: 'weak'; why: Weakness };

export interface FirstOperator extends Device {
  token: string;
  email: string;
  name: string;
  password: string;
}

export async function becomeOperator(
  { db, keyring }: { db: Database; keyring: Keyring },
  ask: FirstOperator,
  now: Date,
): Promise<BecameOperator> {
  const link = await findSetupLink(db, ask.token, now);
  if (link === null) return { is: 'not-open' };
  const email = readEmail(ask.email);
  if (email === null) return { is: 'bad-email' };
  if (link.email !== null && link.email !== email) return { is: 'other-email' };
  const name = readName(ask.name);
  if (name === null) return { is: 'bad-name' };
  const why = await weaknessOf(ask.password, [email, name]);
  if (why !== null) return { is: 'weak', why };
  const passwordHash = await hashPassword(keyring, ask.password);
  return transaction(db, async (tx) => {
    if (!(await holdSetupLink(tx, link, now))) return { is: 'not-open' };
    const { rows } = await tx.query<{ id: number }>(
      `insert into persons (email, name, language, password_hash, created_at) values ($1, $2, $3, $4, $5)
       on conflict (email) do nothing returning id`,
      [email, name, link.language, passwordHash, now],
    );
    const [person] = rows;
    if (person === undefined) return { is: 'known-email' };
    const first = { ...operator, role: leadRole.operator, invitedById: null, confirmedBy: null };
    await addMembership(tx, person.id, first, now);
    await endSetupLink(tx, now);
    const cookie = await beginSession(tx, { id: person.id, passwordHash }, ask, now);
    if (cookie === null) throw new Error('A new person could not sign in.');
    const by = personActor({ personId: person.id, name });
    const after = { person: person.id, email, role: leadRole.operator };
    await recordAct(tx, keyring, { party: operator, by, act: 'team.joined', about: 'setup', after }, now);
    return { is: 'became', cookie };
  });
}
