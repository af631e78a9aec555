/** Recovers a forgotten password by letter. */
import { queueLettersToPeople } from '../../messaging/outbox/queue-letters.ts';
import { isSameSecret } from '../../platform/secrets/constant-time.ts';
import { transaction, type Database, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { newTokenSalt, salted } from '../../platform/secrets/token-salt.ts';
import { hashPassword } from '../../platform/secrets/password.ts';
import { weaknessOf, type Weakness } from '../../platform/secrets/weak-password.ts';
import type { Language } from '../../platform/text/language.ts';
import { recordPersonAct } from '../audit/record-person-act.ts';
import { queueChangeMail } from '../mails/queue-mail.ts';
import { readEmail } from '../persons/email.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { createTries, type Refused, type SignInParts } from './password-tries.ts';
import { namesOf, setPassword } from './sign-in.ts';

/** Letters that one network may have sent to one address, and to all of them. */
const asksOfAccount = { name: 'recovery-of-account', tries: 3, windowSeconds: 900 };
const asksOfNetwork = { name: 'recovery-of-network', tries: 20, windowSeconds: 3600 };
/** At most one letter to an address in this time. */
const letterMinutes = 2;
/** How long a link is valid. */
export const recoveryMinutes = 60;

export const recoveryToken = (keyring: Keyring, { id, salt }: { id: number; salt: number | null }): string =>
  `${id}.${keyring.token(salted(`recovery:${id}`, salt))}`;

export interface Recoverer {
  /** Gives the same answer whether or not the address is known; only the letter says more. */
  ask(
    ask: { email: string; language: Language; address: string },
    now: Date,
  ): Promise<{ is: 'asked' } | Refused>;
}

export function createRecoverer(parts: SignInParts & { db: Database }): Recoverer {
  const judge = createTries(parts, 'recovery', { ofAccount: asksOfAccount, ofNetwork: asksOfNetwork });
  return {
    async ask({ email: typed, language, address }, now) {
      const email = readEmail(typed) ?? '';
      const judged = await judge({ account: email, address, known: null }, async () => {
        if (email !== '') await transaction(parts.db, (tx) => queueRecovery(tx, { email, language }, now));
        // Each letter counts as a wrong attempt, so that nobody can be flooded with letters.
        return { is: 'wrong' as const };
      });
      return judged.is === 'refused' ? judged : { is: 'asked' };
    },
  };
}

/** The same two rows for known and unknown addresses; the worker that writes letters skips unknown ones. */
async function queueRecovery(
  tx: Tx,
  { email, language }: { email: string; language: Language },
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into recoveries (email, language, asked_at, salt)
     select $1, $2, $3, $5 where not exists (select from recoveries where email = $1 and asked_at > $4)
     returning id`,
    [email, language, now, new Date(now.getTime() - letterMinutes * 60_000), newTokenSalt()],
  );
  const letters = rows.map(({ id: aboutId }) => ({
    ownerId: 0,
    aboutId,
    address: email,
    language,
    content: {},
  }));
  await queueLettersToPeople(tx, 'recovery', letters, now);
}

export interface Recovering {
  recoveryId: number;
  personId: number;
  email: string;
  name: string;
  language: Language;
}

/** Whose password a link changes; null where it is none of ours, used up or too old. Changes nothing. */
export async function openRecovery(
  db: Sql,
  keyring: Keyring,
  token: string,
  now: Date,
): Promise<Recovering | null> {
  const [, digits] = /^([1-9]\d{0,14})\.[\w-]{22}$/.exec(token) ?? [];
  if (digits === undefined) return null;
  const id = Number(digits);
  const { rows } = await db.query<Recovering & { salt: number | null }>(
    `select r.salt, r.id as "recoveryId", p.id as "personId", p.email, p.name, p.language
     from recoveries r join persons p on p.email = r.email
     where r.id = $1 and r.used_at is null and r.asked_at > $2`,
    [id, oldest(now)],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { salt, ...recovering } = row;
  return isSameSecret(token, recoveryToken(keyring, { id, salt })) ? recovering : null;
}

const oldest = (now: Date): Date => new Date(now.getTime() - recoveryMinutes * 60_000);

export type Recovered = { is: 'recovered' } | { is: 'unknown' } | { is: 'weak'; why: Weakness };

/**
 * A new password by the letter's link: ends every session and every other link. The second factor stays, so that a mailbox
 * alone opens nothing.
 */
export async function recoverPassword(
  db: Database,
  keyring: Keyring,
  { token, chosen }: { token: string; chosen: string },
  now: Date,
): Promise<Recovered> {
  const asked = await openRecovery(db, keyring, token, now);
  if (asked === null) return { is: 'unknown' };
  const why = await weaknessOf(chosen, namesOf(asked));
  if (why !== null) return { is: 'weak', why };
  const passwordHash = await hashPassword(keyring, chosen);
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `update recoveries set used_at = $2 where email = $1 and used_at is null and asked_at > $3 returning id`,
      [asked.email, now, oldest(now)],
    );
    if (!rows.some(({ id }) => id === asked.recoveryId)) return { is: 'unknown' };
    const { personId } = asked;
    await setPassword(tx, personId, passwordHash);
    await endSessionsOf(tx, personId);
    await queueChangeMail(tx, { ...asked, change: 'password' }, now);
    await recordPersonAct(tx, keyring, { ...asked, act: 'person.password-recovered' }, now);
    return { is: 'recovered' };
  });
}
