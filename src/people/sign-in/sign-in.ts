import { transaction, type Database, type Sql } from '../../platform/database/database.ts';
import { hashPassword, isPassword } from '../../platform/secrets/password.ts';
import { weaknessOf, type Weakness } from '../../platform/secrets/weak-password.ts';
import { recordPersonAct } from '../audit/record-person-act.ts';
import { queueChangeMail } from '../mails/queue-mail.ts';
import { readEmail } from '../persons/email.ts';
import { holdPerson } from '../persons/hold-person.ts';
import { beginSession, type Device } from '../sessions/begin-session.ts';
import { raiseSession } from '../sessions/change-session.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { hashInCookie, type Session } from '../sessions/session.ts';
import { noteGuessedPerson } from './guessed-accounts.ts';
import { knownDevice, rememberDevice } from './known-device.ts';
import { createTries, type Refused, type SignInParts, type Trying } from './password-tries.ts';

/** Wrong passwords of one account from one network. */
export const wrongOfAccount = { name: 'person-password-of-account', tries: 5, windowSeconds: 900 };
/** Wrong passwords from one network: an office has many people, a guesser many accounts. */
export const wrongOfNetwork = { name: 'person-password-of-network', tries: 60, windowSeconds: 600 };

export type SignedIn =
  /** `device`: the cookie by which this device is known from now on. */
  { is: 'signed-in'; cookie: string; device: string } | { is: 'wrong' } | Refused;
export type PasswordChosen =
  | { is: 'chosen'; cookie: string }
  | { is: 'weak'; why: Weakness }
  /** The session ended, or the password changed, meanwhile. */
  | { is: 'wrong' | 'ended' }
  | Refused;
export type SteppedUp = { is: 'proven'; cookie: string } | { is: 'wrong' } | Refused;

export interface SignInAsk {
  /** As it was typed. */
  login: string;
  password: string;
  /** The cookie of a device on which somebody signed in before; empty: there is none. */
  knownBy?: string;
}

export interface SignIn {
  /** The first step. What the session owes then, `findSession` says. */
  signIn(ask: SignInAsk & Device, now: Date): Promise<SignedIn>;
  /** Requires the old password, ends every other session of the person and continues with a new token. */
  changePassword(
    session: Session,
    ask: { old: string; chosen: string; address: string },
    now: Date,
  ): Promise<PasswordChosen>;
  /** The fresh proof of whoever has no second factor. */
  stepUpByPassword(
    session: Session,
    ask: { password: string; address: string },
    now: Date,
  ): Promise<SteppedUp>;
}

const wrong = { is: 'wrong' } as const;

/** Where somebody signs in. */
interface SignInPlace {
  /** Its name in the security log. */
  where: 'sign-in' | 'till';
  /** The login as it is kept; null: it has not the form of one. */
  loginIn(typed: string): string | null;
}

const byEmail: SignInPlace = { where: 'sign-in', loginIn: readEmail };

/** The same steps are taken for logins that are known and for those that are not. */
export function createSignIn(parts: SignInParts & { db: Database }, place: SignInPlace = byEmail): SignIn {
  const { db, keyring } = parts;
  const isTill = place.where === 'till';
  const judge = createTries(parts, place.where, {
    ofAccount: wrongOfAccount,
    ofNetwork: wrongOfNetwork,
    guessed: (guessing, now) => noteGuessedPerson(db, { ...guessing, isTill }, now),
  });
  return {
    signIn({ login, password, knownBy = '', ...device }, now) {
      const account = place.loginIn(login) ?? mistyped(login);
      const known = knownDevice(keyring, account, knownBy, now);
      return judge({ account, address: device.address, known }, async (priority) => {
        const person = await findByLogin(db, account);
        const isRight = await isPassword(keyring, password, person?.passwordHash ?? null, priority);
        if (!isRight || person === null) return wrong;
        const cookie = await transaction(db, async (tx) => {
          const begun = await beginSession(tx, { ...person, isTill }, device, now);
          // Tills sign in many times a day.
          if (begun !== null && !isTill)
            await recordPersonAct(
              tx,
              keyring,
              { personId: person.id, name: person.name, act: 'person.signed-in' },
              now,
            );
          return begun;
        });
        if (cookie === null) return wrong;
        return { is: 'signed-in' as const, cookie, device: rememberDevice(keyring, account, knownBy, now) };
      });
    },
    async changePassword(session, { old, chosen, address }, now) {
      return judge(tryingIn(session, address), async (priority) => {
        const person = await findByLogin(db, session.email);
        const isRight = await isPassword(keyring, old, person?.passwordHash ?? null, priority);
        if (!isRight || person === null) return wrong;
        const shop = isTill ? (session.membership?.partyName ?? '') : '';
        const why = await weaknessOf(chosen, [...namesOf(session), shop, old]);
        if (why !== null) return { is: 'weak' as const, why };
        const passwordHash = await hashPassword(keyring, chosen, priority);
        const cookie = await transaction(db, async (tx) => {
          if ((await holdPerson(tx, person.id))?.passwordHash !== person.passwordHash) return null;
          const raised = await raiseSession(tx, session, session.strength, now);
          if (raised === null) return null;
          await setPassword(tx, person.id, passwordHash);
          await endSessionsOf(tx, person.id, hashInCookie(raised));
          if (!isTill) await queueChangeMail(tx, { ...session, change: 'password' }, now);
          await recordPersonAct(tx, keyring, { ...session, act: 'person.password-changed' }, now);
          return raised;
        });
        return cookie === null ? { is: 'ended' as const } : { is: 'chosen' as const, cookie };
      });
    },
    stepUpByPassword(session, { password, address }, now) {
      return judge(tryingIn(session, address), async (priority) => {
        const person = await findByLogin(db, session.email);
        const isRight = await isPassword(keyring, password, person?.passwordHash ?? null, priority);
        if (!isRight || session.hasFactor) return wrong;
        const cookie = await raiseSession(db, session, 'password', now);
        return cookie === null ? wrong : { is: 'proven' as const, cookie };
      });
    },
  };
}

/** A session identifies its holder. */
const tryingIn = (session: Session, address: string): Trying => ({
  account: session.email,
  address,
  known: `session ${session.id}`,
});

/** Counted as a login of its own, which no person has: logins have no spaces. */
const mistyped = (login: string): string => `mistyped ${login.trim().toLowerCase()}`;

interface SigningIn {
  id: number;
  name: string;
  passwordHash: string;
}

/** What a password must not be made of. */
export const namesOf = ({ email, name }: { email: string; name: string }): string[] => [email, name];

export async function setPassword(db: Sql, personId: number, passwordHash: string): Promise<void> {
  await db.query(`update persons set password_hash = $2, one_time_password = false where id = $1`, [
    personId,
    passwordHash,
  ]);
}

async function findByLogin(db: Sql, login: string): Promise<SigningIn | null> {
  const { rows } = await db.query<SigningIn>(
    `select id, name, password_hash as "passwordHash" from persons where email = $1`,
    [login],
  );
  return rows[0] ?? null;
}
