/**
 * Devices on which an account has signed in before. Whoever guesses elsewhere, even in the same network, uses up none of their
 * tries (the device cookies of OWASP). Nothing is stored here: the cookie itself proves it.
 */
import { randomBytes } from 'node:crypto';
import { isSameSecret } from '../../platform/secrets/constant-time.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';

/** How long a device is known after the last sign-in there. */
export const deviceKeptDays = 180;
/** Accounts that a shared device is known for, the last used first. */
const mostAccounts = 8;

const nameBytes = 16;
const between = '~';
const partForm = /^((\d{10})\.[\w-]{22})\.([\w-]{22})$/;

type TokenMaker = Pick<Keyring, 'token'>;

/** The cookie after a sign-in: the account has a new part, which is good for it alone; the others stay. */
export function rememberDevice(keyring: TokenMaker, account: string, cookie: string, now: Date): string {
  const ends = Math.floor(now.getTime() / 1000) + deviceKeptDays * 86_400;
  const name = `${ends}.${randomBytes(nameBytes).toString('base64url')}`;
  const others = partsOf(cookie, now).filter((part) => !isOf(keyring, account, part));
  return [{ name, proof: proofOf(keyring, account, name) }, ...others]
    .slice(0, mostAccounts)
    .map((part) => `${part.name}.${part.proof}`)
    .join(between);
}

/** The name of a device that the account has signed in on; null for any other. */
export const knownDevice = (keyring: TokenMaker, account: string, cookie: string, now: Date): string | null =>
  partsOf(cookie, now).find((part) => isOf(keyring, account, part))?.name ?? null;

interface Part {
  name: string;
  proof: string;
}

const partsOf = (cookie: string, now: Date): Part[] =>
  cookie.split(between, mostAccounts).flatMap((text) => {
    const [, name, ends, proof] = partForm.exec(text) ?? [];
    const isOver = Number(ends) * 1000 <= now.getTime();
    return name === undefined || proof === undefined || isOver ? [] : [{ name, proof }];
  });

const isOf = (keyring: TokenMaker, account: string, { name, proof }: Part): boolean =>
  isSameSecret(proof, proofOf(keyring, account, name));

const proofOf = (keyring: TokenMaker, account: string, name: string): string =>
  keyring.token(`device:${account}:${name}`);
