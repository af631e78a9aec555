/** The second step of signing in, with its limits for wrong attempts. */
import type { SealedColumn } from '../../platform/secrets/reseal.ts';
import { createSecurityLog } from '../../platform/process/security-log.ts';
import { transaction, type Database, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { judgeWithin } from '../../platform/throttle/judge-within.ts';
import { networkOf } from '../../platform/throttle/network-of.ts';
import { createThrottle } from '../../platform/throttle/throttle.ts';
import { recordPersonAct } from '../audit/record-person-act.ts';
import { raiseSession } from '../sessions/change-session.ts';
import type { Session } from '../sessions/session.ts';
import type { Refused, SignInParts } from '../sign-in/password-tries.ts';
import { burnRecoveryCode, looksLikeRecoveryCode } from './recovery-codes.ts';
import { withinTries } from './session-tries.ts';
import { stepOf } from './totp.ts';

/**
 * Wrong second steps after one password, from any address. Only who knows the password gets this far, and a new password starts
 * again from zero. With 30 attempts a day it takes thirty years to guess a code of six digits, of which three are valid at a time.
 */
const wrongOfPassword = { name: 'second-step-of-password', tries: 30, windowSeconds: 86_400 };
const wrongOfNetwork = { name: 'second-step-of-network', tries: 60, windowSeconds: 600 };

export type Proven =
  | { is: 'proven'; cookie: string; byRecoveryCode: boolean }
  | { is: 'wrong' }
  /** After five wrong attempts, or if the session has ended: the password is asked for again. */
  | { is: 'ended' }
  | Refused;

/** Judges another proof than a code: the answer of a passkey. */
export type JudgeProof = () => Promise<{ is: 'right'; byRecoveryCode: boolean } | { is: 'wrong' }>;

export interface SecondStep {
  /** Judges a code of the authenticator or of the recovery list, when signing in or before an act that asks for a fresh proof. */
  byCode(session: Session, ask: { code: string; address: string }, now: Date): Promise<Proven>;
  /** The same with another proof. */
  by(session: Session, address: string, judge: JudgeProof, now: Date): Promise<Proven>;
}

export function createSecondStep(parts: SignInParts & { db: Database }): SecondStep {
  const { db, keyring } = parts;
  const note = createSecurityLog(parts.log);
  const networks = createThrottle(parts, wrongOfNetwork);
  const passwords = createThrottle(parts, wrongOfPassword);

  async function by(session: Session, address: string, judge: JudgeProof, now: Date): Promise<Proven> {
    const password = await passwordOf(db, session.personId);
    const counts = [[networks, networkOf(address)] as const, [passwords, password] as const];
    const judgeInSession = () => withinTries(db, session, judge);
    const isWrong = (verdict: Awaited<ReturnType<typeof judgeInSession>>): boolean =>
      verdict.is === 'wrong' || (verdict.is === 'ended' && verdict.judged);
    const judged = await judgeWithin(counts, judgeInSession, isWrong);
    if (judged.is === 'refused') {
      note('throttled', 'second-step', now);
      return judged;
    }
    if (judged.verdict.is !== 'right') {
      note('sign-in-failed', 'second-step', now);
      return { is: judged.verdict.is };
    }
    const cookie = await transaction(db, (tx) => raise(tx, keyring, session, now));
    if (cookie === null) return { is: 'ended' };
    return { is: 'proven', cookie, byRecoveryCode: judged.verdict.byRecoveryCode };
  }

  return {
    by,
    byCode: (session, { code, address }, now) =>
      by(session, address, () => judgeCode(db, keyring, { personId: session.personId, code }, now), now),
  };
}

/** Records the second step of signing in. A fresh proof later on is recorded with the act that asks for it. */
async function raise(tx: Tx, keyring: Keyring, session: Session, now: Date): Promise<string | null> {
  const cookie = await raiseSession(tx, session, 'second-factor', now);
  if (cookie !== null && session.owes === 'second-step')
    await recordPersonAct(tx, keyring, { ...session, act: 'person.second-step' }, now);
  return cookie;
}

async function judgeCode(
  db: Sql,
  keyring: Keyring,
  { personId, code: typed }: { personId: number; code: string },
  now: Date,
): Promise<{ is: 'right'; byRecoveryCode: boolean } | { is: 'wrong' }> {
  const code = typed.replaceAll(/\s/g, '');
  const byRecoveryCode = looksLikeRecoveryCode(code);
  const isRight = byRecoveryCode
    ? await burnRecoveryCode(db, keyring, { personId, code }, now)
    : await burnTotp(db, keyring, { personId, code }, now);
  return isRight ? { is: 'right', byRecoveryCode } : { is: 'wrong' };
}

/** Accepts a code of the authenticator once: its period must come after the last accepted one. */
async function burnTotp(
  db: Sql,
  keyring: Keyring,
  { personId, code }: { personId: number; code: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await db.query<{ sealed: Buffer | null }>(
    `select totp_secret as sealed from persons where id = $1`,
    [personId],
  );
  const sealed = rows[0]?.sealed ?? null;
  if (sealed === null) return false;
  const step = stepOf(keyring.open(sealed, totpContext(personId)), code, now);
  if (step === null) return false;
  const { rowCount } = await db.query(
    `update persons set totp_step = $2 where id = $1 and totp_step < $2 and totp_secret = $3`,
    [personId, step, sealed],
  );
  return rowCount === 1;
}

/** What a person's secret is sealed for. */
export const totpContext = (personId: number): string => `totp:${personId}`;

export const sealedTotpSecrets: SealedColumn<{ id: number }> = {
  table: 'persons',
  column: 'totp_secret',
  key: { id: 'bigint' },
  context: (row) => totpContext(row.id),
};

export const sealedEnrolments: SealedColumn<{ person_id: number }> = {
  table: 'sessions',
  column: 'enrolling',
  key: { person_id: 'bigint', token_hash: 'bytea' },
  context: (row) => totpContext(row.person_id),
};

async function passwordOf(db: Sql, personId: number): Promise<string> {
  const { rows } = await db.query<{ hash: string }>(
    `select password_hash as hash from persons where id = $1`,
    [personId],
  );
  return `${personId} ${rows[0]?.hash ?? ''}`;
}
