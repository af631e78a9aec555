import type { SignInChange } from '../../messaging/letters/person/labels.ts';
import { transaction, type Database, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { isFresh } from '../access/principal.ts';
import { needsSecondFactor } from '../access/rights.ts';
import type { Party } from '../access/party.ts';
import { recordPersonAct } from '../audit/record-person-act.ts';
import { queueChangeMail } from '../mails/queue-mail.ts';
import { raiseSession } from '../sessions/change-session.ts';
import { holdPerson } from '../persons/hold-person.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { hashInCookie, type Session } from '../sessions/session.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { totpContext } from './second-step.ts';
import { withinTries } from './session-tries.ts';
import { newTotpSecret, stepOf, totpAddress } from './totp.ts';

/** The proof that the person is there is too old, or the second step is still owed. */
export interface StepUpFirst {
  is: 'step-up';
}

const stepUp = { is: 'step-up' } as const;
const issuer = 'Facevalue';

const mayChangeFactors = (session: Session, now: Date): boolean =>
  session.owes !== 'second-step' && isFresh(session, now);

export type Enrolment = { is: 'begun'; secret: string; address: string } | StepUpFirst | { is: 'ended' };

/** A secret for the authenticator, the same until its first code confirms it. An enrolled one stays good until then. */
export async function beginEnrolment(
  db: Sql,
  keyring: Keyring,
  session: Session,
  now: Date,
): Promise<Enrolment> {
  if (!mayChangeFactors(session, now)) return stepUp;
  const context = totpContext(session.personId);
  const { rows } = await db.query<{ sealed: Buffer }>(
    `update sessions set enrolling = coalesce(enrolling, $3) where person_id = $1 and token_hash = $2
     returning enrolling as sealed`,
    [session.personId, session.tokenHash, keyring.seal(newTotpSecret(), context)],
  );
  const [kept] = rows;
  if (kept === undefined) return { is: 'ended' };
  const secret = keyring.open(kept.sealed, context);
  return { is: 'begun', secret, address: totpAddress(secret, session.email, issuer) };
}

export type Enrolled =
  | { is: 'enrolled'; cookie: string; recoveryCodes: string[] }
  | { is: 'wrong' }
  | { is: 'ended' };

/** Takes the authenticator's first code: it is the second factor from now on, with ten new recovery codes. */
export async function confirmEnrolment(
  { db, keyring }: { db: Database; keyring: Keyring },
  session: Session,
  code: string,
  now: Date,
): Promise<Enrolled> {
  const { personId } = session;
  const outcome = await withinTries<Enrolled>(db, session, async () => {
    const { rows } = await db.query<{ sealed: Buffer | null }>(
      `select enrolling as sealed from sessions where person_id = $1 and token_hash = $2`,
      [personId, session.tokenHash],
    );
    const sealed = rows[0]?.sealed ?? null;
    if (sealed === null || session.owes === 'second-step') return { is: 'wrong' };
    const step = stepOf(keyring.open(sealed, totpContext(personId)), code.replaceAll(/\s/g, ''), now);
    if (step === null) return { is: 'wrong' };
    return transaction(db, async (tx) => {
      await holdPerson(tx, personId);
      const cookie = await raiseSession(tx, session, 'second-factor', now);
      if (cookie === null) return { is: 'ended' as const };
      await tx.query(`update persons set totp_secret = $2, totp_step = $3 where id = $1`, [
        personId,
        sealed,
        step,
      ]);
      const recoveryCodes = await renewRecoveryCodes(tx, keyring, personId);
      await endOthers(tx, session, cookie);
      await tell(tx, keyring, session, 'factor-added', now);
      return { is: 'enrolled' as const, cookie, recoveryCodes };
    });
  });
  return outcome.is === 'ended' ? { is: 'ended' } : outcome;
}

/** Other browsers must sign in with the new factor. */
async function endOthers(tx: Tx, { personId }: Session, cookie: string): Promise<void> {
  await endSessionsOf(tx, personId, hashInCookie(cookie));
}

export type FactorsRemoved = { is: 'removed'; cookie: string } | StepUpFirst | { is: 'needed' | 'ended' };

/** Takes the second factor away, passkeys and recovery codes with it; refused where a role or a party asks for it. */
export async function removeFactors(
  { db, keyring }: { db: Database; keyring: Keyring },
  session: Session,
  now: Date,
): Promise<FactorsRemoved> {
  if (session.owes !== 'nothing' || !isFresh(session, now)) return stepUp;
  const { personId } = session;
  return transaction(db, async (tx) => {
    if (await factorIsNeeded(tx, personId)) return { is: 'needed' };
    await holdPerson(tx, personId);
    const cookie = await raiseSession(tx, session, 'password', now);
    if (cookie === null) return { is: 'ended' };
    await tx.query(`update persons set totp_secret = null where id = $1`, [personId]);
    await tx.query(`delete from passkeys where person_id = $1`, [personId]);
    await tx.query(`delete from recovery_codes where person_id = $1`, [personId]);
    await endOthers(tx, session, cookie);
    await tell(tx, keyring, session, 'factor-removed', now);
    return { is: 'removed', cookie };
  });
}

async function factorIsNeeded(tx: Tx, personId: number): Promise<boolean> {
  const { rows } = await tx.query<Party & { role: string; everybody: boolean }>(
    `select m.side, m.party_id as "partyId", m.role, coalesce(p.second_factor, false) as everybody
     from memberships m left join party_policies p on p.side = m.side and p.party_id = m.party_id
     where m.person_id = $1`,
    [personId],
  );
  return rows.some(({ side, role, everybody }) => everybody || needsSecondFactor(side, role));
}

export type CodesRenewed = { is: 'renewed'; recoveryCodes: string[] } | StepUpFirst | { is: 'no-factor' };

/** Ten new recovery codes; the old ones become invalid. */
export async function renewCodes(
  { db, keyring }: { db: Database; keyring: Keyring },
  session: Session,
  now: Date,
): Promise<CodesRenewed> {
  if (session.owes !== 'nothing' || !isFresh(session, now)) return stepUp;
  if (!session.hasFactor) return { is: 'no-factor' };
  return transaction(db, async (tx) => {
    const recoveryCodes = await renewRecoveryCodes(tx, keyring, session.personId);
    await tell(tx, keyring, session, 'recovery-codes', now);
    return { is: 'renewed', recoveryCodes };
  });
}

/** The person's own letter, and the audit. */
export async function tell(
  tx: Tx,
  keyring: Keyring,
  session: Session,
  change: SignInChange,
  now: Date,
): Promise<void> {
  await queueChangeMail(tx, { ...session, change }, now);
  await recordPersonAct(tx, keyring, { ...session, act: `person.${change}` }, now);
}
