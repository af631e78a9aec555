/** Hashes of passwords, and new ones. */
import { argon2, randomBytes } from 'node:crypto';
import { areSameBytes } from './constant-time.ts';
import { createPermits, type Priority } from '../batching/permits.ts';

/** Memory in KiB, passes over it and lanes. */
export type PasswordCost = Readonly<Record<'memory' | 'passes' | 'parallelism', number>>;

/** OWASP's minimum: 19 MiB, two passes, one lane. About 20 ms, outside the main thread. */
export const fullPasswordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

/** A part of the keyring that sets the cost of a hash: always `fullPasswordCost` outside of tests. */
export interface PasswordKeeper {
  readonly passwordCost: PasswordCost;
}

const saltBytes = 16;
const hashBytes = 32;

/**
 * Hashing uses threads that database logins and files need too (libuv has four), so passwords get two of them, and a
 * caller that would wait longer than a second or two is refused (`TooManyWaiting`). Known devices come first.
 */
const atOnce = 2;
const maxWaiting = 100;
const permits = createPermits(() => atOnce, maxWaiting);

/** Letters and digits that are not misread on paper. */
const readable = '23456789abcdefghjkmnpqrstuvwxyz';

/** The stored form of a password: `argon2id$<salt>$<hash>`, both in base64url. */
export async function hashPassword(
  keeper: PasswordKeeper,
  password: string,
  priority?: Priority,
): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(keeper, { password, salt }, priority);
  return `argon2id$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** Whether a password matches the stored one. Without a stored one the same work is done. */
export async function isPassword(
  keeper: PasswordKeeper,
  password: string,
  kept: string | null,
  priority?: Priority,
): Promise<boolean> {
  const [, salt = '', hash = ''] = (kept ?? hashOfUnknownPerson).split('$');
  const derived = await derive(keeper, { password, salt: Buffer.from(salt, 'base64url') }, priority);
  const expected = Buffer.from(hash, 'base64url');
  return areSameBytes(derived, expected) && kept !== null;
}

/** A generated password to type in: 5 × 4 symbols, 99 bits. */
export function newPassword(): string {
  const symbols = Array.from({ length: 20 }, () => readable[randomBelow(readable.length)]).join('');
  return symbols.replaceAll(/.{4}(?=.)/g, '$&-');
}

const hashOfUnknownPerson = `argon2id$${Buffer.alloc(saltBytes).toString('base64url')}$${Buffer.alloc(hashBytes).toString('base64url')}`;

const derive = (
  { passwordCost }: PasswordKeeper,
  { password, salt: nonce }: { password: string; salt: Buffer },
  priority?: Priority,
): Promise<Buffer> =>
  permits.within(
    () =>
      new Promise((resolve, reject) => {
        const message = Buffer.from(password.normalize('NFKC'), 'utf8');
        argon2('argon2id', { ...passwordCost, message, nonce, tagLength: hashBytes }, (problem, derived) => {
          if (problem === null) resolve(derived);
          else reject(problem);
        });
      }),
    priority,
  );

/** A whole number from 0 to `limit` − 1, uniformly distributed: bytes above the last full range are discarded. */
function randomBelow(limit: number): number {
  const usable = 256 - (256 % limit);
  for (;;) {
    const [byte = 255] = randomBytes(1);
    if (byte < usable) return byte % limit;
  }
}
