import { transaction, type Database, type Sql } from '../platform/database/database.ts';
import type { Log } from '../platform/process/log.ts';
import { hashPassword, isPassword } from '../platform/secrets/password.ts';
import { createSecurityLog } from '../platform/process/security-log.ts';
import { judgeWithin } from '../platform/throttle/judge-within.ts';
import { networkOf } from '../platform/throttle/network-of.ts';
import { createThrottle, type ThrottleParts } from '../platform/throttle/throttle.ts';
import { weaknessOf, type Weakness } from '../platform/secrets/weak-password.ts';
import { beginSession, type TillSession } from './till-sessions.ts';
import { choosePassword, loginOf, readLogin } from './till-users.ts';

/**
 * Wrong passwords of one account from one network. Nobody closes an account for others: whoever comes from elsewhere has
 * tries of his own.
 */
export const wrongOfAccount = { name: 'till-password-of-account', tries: 5, windowSeconds: 900 };
/** Wrong passwords from one network: a shop has a few tills, a guesser many accounts. */
export const wrongOfNetwork = { name: 'till-password-of-network', tries: 60, windowSeconds: 600 };

export type SignedIn =
  | { is: 'signed-in'; cookie: string }
  | { is: 'wrong' }
  | { is: 'refused'; waitSeconds: number };

export type PasswordChosen =
  | { is: 'chosen'; cookie: string }
  | { is: 'weak'; why: Weakness }
  | { is: 'wrong' }
  | { is: 'refused'; waitSeconds: number };

export interface TillSignIn {
  signIn(ask: { login: string; password: string; address: string }, now: Date): Promise<SignedIn>;
  /** Asks for the password of before, ends every session of the user and begins a new one for this browser. */
  changePassword(
    session: TillSession,
    ask: { old: string; chosen: string; address: string },
    now: Date,
  ): Promise<PasswordChosen>;
}

/** The same steps are taken for logins that exist and for those that don't. */
export function createTillSignIn(parts: ThrottleParts & { db: Database; log: Log }): TillSignIn {
  const { db } = parts;
  const note = createSecurityLog(parts.log);
  const accounts = createThrottle(parts, wrongOfAccount);
  const networks = createThrottle(parts, wrongOfNetwork);

  const judge = async <Verdict extends { is: string }>(
    { login, address }: { login: string; address: string },
    work: () => Promise<Verdict>,
  ) => {
    const network = networkOf(address);
    const account = `${login.trim().toLowerCase()} ${network}`;
    const counts = [[networks, network] as const, [accounts, account] as const];
    const judged = await judgeWithin(counts, work, (verdict) => verdict.is === 'wrong');
    if (judged.is === 'refused') note('throttled', 'till', parts.clock.now());
    else if (judged.verdict.is === 'wrong') note('sign-in-failed', 'till', parts.clock.now());
    return judged;
  };

  return {
    async signIn(ask, now) {
      const judged = await judge(ask, async () => {
        const user = await findUser(db, ask.login);
        if (!(await isPassword(ask.password, user?.passwordHash ?? null)) || user === null) return wrong;
        const cookie = await beginSession(db, user, now);
        return cookie === null ? wrong : { is: 'signed-in' as const, cookie };
      });
      return judged.is === 'refused' ? judged : judged.verdict;
    },
    async changePassword({ supplierId, supplierName, userId, userName }, { old, chosen, address }, now) {
      const login = loginOf(supplierId, userName);
      const why = await weaknessOf(chosen, [userName, String(supplierId), supplierName, old]);
      if (why !== null) return { is: 'weak', why };
      const judged = await judge({ login, address }, async () => {
        const user = await findUser(db, login);
        if (!(await isPassword(old, user?.passwordHash ?? null)) || user === null) return wrong;
        const passwordHash = await hashPassword(chosen);
        const change = { supplierId, userId, passwordHash, insteadOf: user.passwordHash };
        const done = await transaction(db, (tx) => choosePassword(tx, change));
        const cookie = done ? await beginSession(db, { ...user, passwordHash }, now) : null;
        return cookie === null ? wrong : { is: 'chosen' as const, cookie };
      });
      return judged.is === 'refused' ? judged : judged.verdict;
    },
  };
}

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
