/** Catalogue verbs, with their audit in the same transaction. */
import { actorOf, type Principal } from '../../people/access/principal.ts';
import type { Party } from '../../people/access/party.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';

export interface ActContext {
  db: DatabaseOrTx;
  keyring: Keyring;
}

export const supplierParty = (supplierId: number): Party => ({ side: 'supplier', partyId: supplierId });

/** What is written down of an act that was done. */
export interface Done {
  party: Party;
  act: string;
  about: string;
  before?: object | null;
  after?: object | null;
}

/** Does a verb and writes it down in its transaction; `done` is null where nothing was changed. */
export function recorded<Outcome>(
  { db, keyring }: ActContext,
  principal: Principal,
  verb: (tx: Tx) => Promise<{ outcome: Outcome; done: Done | null }>,
  now: Date,
): Promise<Outcome> {
  return atomically(db, async (tx) => {
    const { outcome, done } = await verb(tx);
    if (done !== null) await recordAct(tx, keyring, { ...done, by: actorOf(principal) }, now);
    return outcome;
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** Longer texts are told by their length: the audit is read line by line. */
const longestText = 200;

const auditedValue = (value: unknown): unknown =>
  typeof value === 'string' && value.length > longestText ? `${value.length} characters` : (value ?? null);

/** The fields that differ, as they were and as they are; null: none does. */
export function changedFields(before: Fields, after: Fields): { before: object; after: object } | null {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return null;
  const only = (fields: Fields): object =>
    Object.fromEntries(names.map((name) => [name, auditedValue(fields[name])]));
  return { before: only(before), after: only(after) };
}
