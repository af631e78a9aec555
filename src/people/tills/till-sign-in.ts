import { transaction, type Database, type Sql } from '../../platform/database/database.ts';
import { hashPassword, isPassword } from '../../platform/secrets/password.ts';
import { weaknessOf, type Weakness } from '../../platform/secrets/weak-password.ts';
import { createTries, type Refused, type SignInParts } from '../sign-in/password-tries.ts';
import { beginTillSession, type TillSession } from './till-sessions.ts';
import { choosePassword, loginOf, readLogin } from './till-users.ts';

/**
 * Wrong passwords of one account from one network. Attempts from one network cannot lock an account for other networks.
 */
export const wrongOfAccount = { name: 'till-password-of-account', tries: 5, windowSeconds: 900 };
/** Wrong passwords from one network: a shop has a few tills, a guesser many accounts. */
export const wrongOfNetwork = { name: 'till-password-of-network', tries: 60, windowSeconds: 600 };

export type SignedIn = { is: 'signed-in'; cookie: string } | { is: 'wrong' } | Refused;

export type PasswordChosen =
  | { is: 'chosen'; cookie: string }
  | { is: 'weak'; why: Weakness }
  | { is: 'wrong' }
  | Refused;

export interface TillSignIn {
  signIn(ask: { login: string; password: string; address: string }, now: Date): Promise<SignedIn>;
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
  const judge = createTries(parts, 'till', { ofAccount: wrongOfAccount, ofNetwork: wrongOfNetwork });
  return {
    signIn({ login, password, address }, now) {
      return judge({ account: accountOf(login), address }, async () => {
        const user = await findUser(db, login);
        if (!(await isPassword(keyring, password, user?.passwordHash ?? null)) || user === null) return wrong;
        const cookie = await beginTillSession(db, user, now);
        return cookie === null ? wrong : { is: 'signed-in' as const, cookie };
      });
    },
    async changePassword({ supplierId, supplierName, userId, userName }, { old, chosen, address }, now) {
      const login = loginOf(supplierId, userName);
      const why = await weaknessOf(chosen, [userName, String(supplierId), supplierName, old]);
      if (why !== null) return { is: 'weak', why };
      return judge({ account: accountOf(login), address }, async () => {
        const user = await findUser(db, login);
        if (!(await isPassword(keyring, old, user?.passwordHash ?? null)) || user === null) return wrong;
        const passwordHash = await hashPassword(keyring, chosen);
        const change = { supplierId, userId, passwordHash, insteadOf: user.passwordHash };
        const done = await transaction(db, (tx) => choosePassword(tx, change));
        const cookie = done ? await beginTillSession(db, { ...user, passwordHash }, now) : null;
        return cookie === null ? wrong : { is: 'chosen' as const, cookie };
      });
    },
  };
}

const accountOf = (login: string): string => login.trim().toLowerCase();

const wrong = { is: 'wrong' } as const;

interface SigningIn {
  supplierId: number;
  id: number;
  passwordHash: string;
}

async function findUser(db: Sql, login: string): Promise<SigningIn | null> {
  const key = readLogin(login) ?? { supplierId: 0, name: '' };
  const { rows } = await db.query<SigningIn>(
    `select supplier_id as "supplierId", id, password_hash as "passwordHash" from till_users
     where supplier_id = $1 and name = $2`,
    [key.supplierId, key.name],
  );
  return rows[0] ?? null;
}
