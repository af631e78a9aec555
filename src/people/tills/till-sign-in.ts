import { transaction, type Database, type Sql } from '../../platform/database/database.ts';
import { hashPassword, isPassword } from '../../platform/secrets/password.ts';
import { weaknessOf, type Weakness } from '../../platform/secrets/weak-password.ts';
import { noteGuessedTill } from '../sign-in/guessed-accounts.ts';
import { knownDevice, rememberDevice } from '../sign-in/known-device.ts';
import { createTries, type Refused, type SignInParts } from '../sign-in/password-tries.ts';
import { beginTillSession, type TillSession } from './till-sessions.ts';
import { choosePassword, loginOf, readLogin } from './till-users.ts';

/**
 * Wrong passwords of one account from one network. Attempts from one network cannot lock an account for other networks.
 */
export const wrongOfAccount = { name: 'till-password-of-account', tries: 5, windowSeconds: 900 };
/** Wrong passwords from one network: a shop has a few tills, a guesser many accounts. */
export const wrongOfNetwork = { name: 'till-password-of-network', tries: 60, windowSeconds: 600 };

export type SignedIn =
  /** `device`: the cookie by which this device is known from now on. */
  { is: 'signed-in'; cookie: string; device: string } | { is: 'wrong' } | Refused;

export type PasswordChosen =
  | { is: 'chosen'; cookie: string }
  | { is: 'weak'; why: Weakness }
  | { is: 'wrong' }
  | Refused;

export interface TillAsk {
  login: string;
  password: string;
  address: string;
  /** The cookie of a device on which somebody signed in before; empty: there is none. */
  knownBy?: string;
}

export interface TillSignIn {
  signIn(ask: TillAsk, now: Date): Promise<SignedIn>;
  /** Requires the old password, ends every session of the user and begins a new one for this browser. */
  changePassword(
    session: TillSession,
    ask: { old: string; chosen: string; address: string },
    now: Date,
  ): Promise<PasswordChosen>;
}

/** The same steps are taken for logins that exist and for those that don't. */
export function createTillSignIn(parts: SignInParts & { db: Database }): TillSignIn {
  const { db, keyring } = parts;
  const judge = createTries(parts, 'till', {
    ofAccount: wrongOfAccount,
    ofNetwork: wrongOfNetwork,
    guessed: ({ account, network }, now) => noteGuessedTill(db, keyOf(account), network, now),
  });
  return {
    signIn({ login, password, address, knownBy = '' }, now) {
      const account = accountOf(login);
      const known = knownDevice(keyring, deviceOf(account), knownBy, now);
      return judge({ account, address, known }, async (priority) => {
        const user = await findUser(db, login);
        const isRight = await isPassword(keyring, password, user?.passwordHash ?? null, priority);
        if (!isRight || user === null) return wrong;
        const cookie = await beginTillSession(db, user, now);
        if (cookie === null) return wrong;
        const device = rememberDevice(keyring, deviceOf(account), knownBy, now);
        return { is: 'signed-in' as const, cookie, device };
      });
    },
    async changePassword(session, { old, chosen, address }, now) {
      const { supplierId, supplierName, userId, userName } = session;
      const login = loginOf(supplierId, userName);
      const known = `session ${session.tokenHash.toString('base64')}`;
      return judge<PasswordChosen>({ account: accountOf(login), address, known }, async (priority) => {
        // Judging it takes a thread, so it comes after the count too.
        const why = await weaknessOf(chosen, [userName, String(supplierId), supplierName, old]);
        if (why !== null) return { is: 'weak', why };
        const user = await findUser(db, login);
        const isRight = await isPassword(keyring, old, user?.passwordHash ?? null, priority);
        if (!isRight || user === null) return wrong;
        const passwordHash = await hashPassword(keyring, chosen, priority);
        const change = { supplierId, userId, passwordHash, insteadOf: user.passwordHash };
        const done = await transaction(db, (tx) => choosePassword(tx, change));
        const cookie = done ? await beginTillSession(db, { ...user, passwordHash }, now) : null;
        return cookie === null ? wrong : { is: 'chosen' as const, cookie };
      });
    },
  };
}

const accountOf = (login: string): string => login.trim().toLowerCase();

/** No person's address looks like it. */
const deviceOf = (account: string): string => `till ${account}`;

const keyOf = (login: string) => readLogin(login) ?? { supplierId: 0, name: '' };

const wrong = { is: 'wrong' } as const;

interface SigningIn {
  supplierId: number;
  id: number;
  passwordHash: string;
}

async function findUser(db: Sql, login: string): Promise<SigningIn | null> {
  const key = keyOf(login);
  const { rows } = await db.query<SigningIn>(
    `select supplier_id as "supplierId", id, password_hash as "passwordHash" from till_users
     where supplier_id = $1 and name = $2`,
    [key.supplierId, key.name],
  );
  return rows[0] ?? null;
}
