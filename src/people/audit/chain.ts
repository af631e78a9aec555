import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Party } from '../access/party.ts';

/** One row of a party's chain, without its hash. */
export interface AuditEntry extends Party {
  seq: number;
  at: Date;
  actor: string;
  actorName: string;
  act: string;
  about: string;
  /** JSON texts. */
  before: string;
  after: string;
}

/** What the first row of a chain is bound to. */
export const beginning = Buffer.alloc(32);

/**
 * Binds a row to the one before it, by a key that the database does not hold. Each field goes in with its length, so that
 * no two rows have the same bytes; time counts in milliseconds, which the database gives back as they were.
 */
export function hashOf(keyring: Keyring, previous: Buffer, entry: AuditEntry): Buffer {
  const fields = [
    previous.toString('hex'),
    entry.side,
    String(entry.partyId),
    String(entry.seq),
    String(entry.at.getTime()),
    entry.actor,
    entry.actorName,
    entry.act,
    entry.about,
    entry.before,
    entry.after,
  ];
  return keyring.fingerprint(
    `audit:${fields.map((field) => `${Buffer.byteLength(field)}:${field}`).join('')}`,
  );
}
