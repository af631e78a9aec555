/**
 * What a computed token is made of besides ids. Ids come again after a restore, and with ids alone the token of a lost thing
 * would open the one that has got its id.
 */
import { randomBytes } from 'node:crypto';

/** All that a number holds exactly. */
const saltBytes = 6;

export const newTokenSalt = (): number => randomBytes(saltBytes).readUIntBE(0, saltBytes);

/** The name of a thing with its salt; null: it was made before there were salts. */
export const salted = (thing: string, salt: number | null): string =>
  salt === null ? thing : `${thing}:${salt}`;
