/** Passkeys of persons: adds them, asks browsers for them and verifies their answers. */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import ipaddr from 'ipaddr.js';
import { transaction, type Database, type Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { isFresh } from '../access/principal.ts';
import type { Session } from '../sessions/session.ts';
import { tell, type StepUpFirst } from './enrol.ts';
import type { JudgeProof } from './second-step.ts';
import { withinTries } from './session-tries.ts';

/** Loaded when first needed: its 1,300 files were a quarter of the time that every command takes to start. */
const loadWebauthn = () => import('@simplewebauthn/server');

/** The site for which a browser makes a passkey. */
export interface RelyingParty {
  /** A name; browsers make none for an IP address. */
  id: string;
  origin: string;
}

let last: { baseUrl: string; party: RelyingParty | null } | null = null;

/** Null where there can be no passkeys. The last answer is kept, as a process has one base address. */
export function relyingPartyOf(baseUrl: string): RelyingParty | null {
  if (last?.baseUrl !== baseUrl) last = { baseUrl, party: findRelyingParty(baseUrl) };
  return last.party;
}

/** Passkeys need a name and https; a browser takes `localhost` without. */
function findRelyingParty(baseUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isName = !ipaddr.isValid(hostname.replaceAll(/[[\]]/g, ''));
  return isName && (protocol === 'https:' || hostname === 'localhost') ? { id: hostname, origin } : null;
}

const mostPasskeys = 10;
const longestName = 60;

interface PasskeyRow {
  id: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

export interface Passkey {
  id: string;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

export async function listPasskeys(db: Sql, personId: number): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>(
    `select credential_id as id, name, created_at as "createdAt", used_at as "usedAt"
     from passkeys where person_id = $1 order by created_at, credential_id`,
    [personId],
  );
  return rows;
}

async function readKeys(db: Sql, personId: number): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>(
    `select credential_id as id, public_key as "publicKey", counter, transports
     from passkeys where person_id = $1 order by created_at`,
    [personId],
  );
  return rows;
}

const descriptorOf = ({ id, transports }: PasskeyRow) => ({
  id,
  transports: transports as AuthenticatorTransport[],
});

async function keepChallenge(db: Sql, session: Session, challenge: string): Promise<void> {
  await db.query(`update sessions set challenge = $3 where person_id = $1 and token_hash = $2`, [
    session.personId,
    session.tokenHash,
    challenge,
  ]);
}

/** Takes the challenge out of the session, so that a second answer to it finds none. */
async function burnChallenge(db: Sql, session: Session): Promise<string | null> {
  const { rows } = await db.query<{ challenge: string }>(
    `with held as (
       select person_id, token_hash, challenge from sessions
       where person_id = $1 and token_hash = $2 and challenge is not null for update)
     update sessions set challenge = null from held
     where sessions.person_id = held.person_id and sessions.token_hash = held.token_hash
     returning held.challenge`,
    [session.personId, session.tokenHash],
  );
  return rows[0]?.challenge ?? null;
}

/** Returns what the browser is asked to sign; null for a person without a passkey. */
export async function askPasskey(db: Sql, party: RelyingParty, session: Session): Promise<object | null> {
  const keys = await readKeys(db, session.personId);
  if (keys.length === 0) return null;
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: keys.map(descriptorOf),
    userVerification: 'preferred',
  });
  await keepChallenge(db, session, options.challenge);
  return options;
}

/** Judges a browser's answer, as the proof of a second step. */
export const passkeyProof =
  (db: Sql, party: RelyingParty, session: Session, answer: unknown, now: Date): JudgeProof =>
  async () => {
    const challenge = await burnChallenge(db, session);
    const response = answer as AuthenticationResponseJSON;
    const keys = await readKeys(db, session.personId);
    const key = keys.find(({ id }) => id === response?.id);
    if (challenge === null || key === undefined) return { is: 'wrong' };
    const { verifyAuthenticationResponse } = await loadWebauthn();
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { ...descriptorOf(key), publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
      requireUserVerification: false,
    }).catch(() => null);
    if (verified?.verified !== true) return { is: 'wrong' };
    const { rowCount } = await db.query(
      `update passkeys set counter = $3, used_at = $4 where person_id = $1 and credential_id = $2 and counter = $5`,
      [session.personId, key.id, verified.authenticationInfo.newCounter, now, key.counter],
    );
    return rowCount === 1 ? { is: 'right', byRecoveryCode: false } : { is: 'wrong' };
  };

export type PasskeyAsked = { is: 'asked'; options: object } | StepUpFirst | { is: 'no-factor' | 'too-many' };

/** A passkey is added beside the authenticator, never instead of it, because devices get lost. */
export async function beginPasskey(
  db: Sql,
  party: RelyingParty,
  session: Session,
  now: Date,
): Promise<PasskeyAsked> {
  if (session.owes !== 'nothing' || !isFresh(session, now)) return { is: 'step-up' };
  if (!session.hasFactor) return { is: 'no-factor' };
  const keys = await readKeys(db, session.personId);
  if (keys.length >= mostPasskeys) return { is: 'too-many' };
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: 'Facevalue',
    userID: Uint8Array.from(Buffer.from(`person ${session.personId}`)),
    userName: session.email,
    userDisplayName: session.name,
    attestationType: 'none',
    excludeCredentials: keys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  await keepChallenge(db, session, options.challenge);
  return { is: 'asked', options };
}

export type PasskeyAdded = { is: 'added' } | StepUpFirst | { is: 'wrong' | 'ended' };

export async function addPasskey(
  { db, keyring }: { db: Database; keyring: Keyring },
  party: RelyingParty,
  session: Session,
  { answer, name }: { answer: unknown; name: string },
  now: Date,
): Promise<PasskeyAdded> {
  if (session.owes !== 'nothing' || !isFresh(session, now) || !session.hasFactor) return { is: 'step-up' };
  const outcome = await withinTries<PasskeyAdded>(db, session, async () => {
    const challenge = await burnChallenge(db, session);
    if (challenge === null) return { is: 'wrong' };
    const response = answer as RegistrationResponseJSON;
    const { verifyRegistrationResponse } = await loadWebauthn();
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    }).catch(() => null);
    if (verified?.verified !== true) return { is: 'wrong' };
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
    return transaction(db, async (tx) => {
      const { rowCount } = await tx.query(
        `insert into passkeys (person_id, credential_id, public_key, counter, transports, name, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
        [session.personId, id, Buffer.from(publicKey), counter, transports, name.slice(0, longestName), now],
      );
      if (rowCount !== 1) return { is: 'wrong' };
      await tell(tx, keyring, session, 'passkey-added', now);
      return { is: 'added' };
    });
  });
  return outcome.is === 'ended' ? { is: 'ended' } : outcome;
}

export async function removePasskey(
  { db, keyring }: { db: Database; keyring: Keyring },
  session: Session,
  id: string,
  now: Date,
): Promise<{ is: 'removed' | 'missing' } | StepUpFirst> {
  if (session.owes !== 'nothing' || !isFresh(session, now)) return { is: 'step-up' };
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query(`delete from passkeys where person_id = $1 and credential_id = $2`, [
      session.personId,
      id,
    ]);
    if (rowCount !== 1) return { is: 'missing' };
    await tell(tx, keyring, session, 'passkey-removed', now);
    return { is: 'removed' };
  });
}
