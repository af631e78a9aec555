/** Accepts an invitation, for a new person or a known one. */
import { transaction, type Database, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { hashPassword } from '../../platform/secrets/password.ts';
import { weaknessOf, type Weakness } from '../../platform/secrets/weak-password.ts';
import { personActor } from '../access/principal.ts';
import { recordAct } from '../audit/record-act.ts';
import { readName } from '../persons/name.ts';
import { beginSession, type Device } from '../sessions/begin-session.ts';
import { switchMembership } from '../sessions/change-session.ts';
import type { Session } from '../sessions/session.ts';
import { addMembership } from './add-membership.ts';
import { openInvitation, type Invitation } from './invitation.ts';

export type Accepted =
  | { is: 'accepted'; cookie: string }
  /** The link is not valid now: `openInvitation` says why. */
  | { is: 'not-open' }
  /** Somebody has signed in under this address already, and has to do so again. */
  | { is: 'sign-in-first' }
  | { is: 'bad-name' }
  | { is: 'weak'; why: Weakness };

interface Parts {
  db: Database;
  keyring: Keyring;
}

/** The first invitation of an address: makes the person, who chooses name and password, and signs in. */
export async function acceptAsNew(
  { db, keyring }: Parts,
  ask: { token: string; name: string; password: string } & Device,
  now: Date,
): Promise<Accepted> {
  const opened = await openInvitation(db, keyring, ask.token, now);
  if (opened.is !== 'open') return { is: 'not-open' };
  if (opened.known) return { is: 'sign-in-first' };
  const { invitation } = opened;
  const name = readName(ask.name);
  if (name === null) return { is: 'bad-name' };
  const why = await weaknessOf(ask.password, [invitation.email, name, opened.partyName]);
  if (why !== null) return { is: 'weak', why };
  const passwordHash = await hashPassword(keyring, ask.password);
  return transaction(db, async (tx) => {
    if (!(await holdInvitation(tx, invitation, now))) return { is: 'not-open' };
    const { rows } = await tx.query<{ id: number }>(
      `insert into persons (email, name, language, password_hash, created_at) values ($1, $2, $3, $4, $5)
       on conflict (email) do nothing returning id`,
      [invitation.email, name, invitation.language, passwordHash, now],
    );
    const [person] = rows;
    // Another invitation of this address was accepted meanwhile; this one stays open until the person signs in.
    if (person === undefined) return { is: 'sign-in-first' };
    await endInvitation(tx, invitation, now);
    await addMembership(tx, person.id, invitation, now);
    const cookie = await beginSession(tx, { id: person.id, passwordHash }, ask, now);
    if (cookie === null) throw new Error('A new person could not sign in.');
    await recordAcceptance(tx, keyring, { personId: person.id, name }, invitation, now);
    return { is: 'accepted', cookie };
  });
}

/** Somebody who is signed in under the invited address becomes a member here too. */
export async function acceptAsKnown(
  { db, keyring }: Parts,
  session: Session,
  token: string,
  now: Date,
): Promise<Accepted> {
  const opened = await openInvitation(db, keyring, token, now);
  if (opened.is !== 'open') return { is: 'not-open' };
  const { invitation } = opened;
  if (session.email !== invitation.email || session.owes === 'second-step') return { is: 'sign-in-first' };
  return transaction(db, async (tx) => {
    if (!(await holdSession(tx, session))) return { is: 'sign-in-first' };
    if (!(await holdInvitation(tx, invitation, now))) return { is: 'not-open' };
    await endInvitation(tx, invitation, now);
    const membershipId = await addMembership(tx, session.personId, invitation, now);
    const cookie = await switchMembership(tx, session, membershipId, now);
    if (cookie === null) throw new Error('A session that is held has no row.');
    await recordAcceptance(tx, keyring, session, invitation, now);
    return { is: 'accepted', cookie };
  });
}

/** False where it ended, or went on under another token, since the page was asked for. */
async function holdSession(tx: Tx, { personId, tokenHash }: Session): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from sessions where person_id = $1 and token_hash = $2 for update`,
    [personId, tokenHash],
  );
  return rowCount === 1;
}

/** If two people accept at once, only one finds it open. */
async function holdInvitation(tx: Tx, { side, partyId, id, round }: Invitation, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from invitations
     where side = $1 and party_id = $2 and id = $3 and round = $4 and state = 'open' and expires_at > $5
     for update`,
    [side, partyId, id, round, now],
  );
  return rowCount === 1;
}

async function endInvitation(tx: Tx, { side, partyId, id }: Invitation, now: Date): Promise<void> {
  await tx.query(
    `update invitations set state = 'accepted', ended_at = $4 where side = $1 and party_id = $2 and id = $3`,
    [side, partyId, id, now],
  );
}

const recordAcceptance = (
  tx: Tx,
  keyring: Keyring,
  person: { personId: number; name: string },
  { side, partyId, id, email, role }: Invitation,
  now: Date,
): Promise<void> =>
  recordAct(
    tx,
    keyring,
    {
      party: { side, partyId },
      by: personActor(person),
      act: 'team.joined',
      about: `invitation ${id}`,
      after: { person: person.personId, email, role },
    },
    now,
  );
