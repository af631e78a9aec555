/** Changes what is agreed with a client; each change is in the client's audit with the value before. */
import { findBalance } from '../ledger/balance.ts';
import { clientParty } from '../people/access/party.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { addressProblem } from '../platform/network/callback-address.ts';
import { isEmailAddress } from '../platform/values/email-address.ts';
import { addClient, type AddedClient, type NewClient } from './add-client.ts';
import { auditedSetting } from './change-access.ts';
import { clientColumns } from './client.ts';
import { setClient, type ClientPatch } from './set-client.ts';

/** Absent ones are not changed. */
export type ClientTerms = ClientPatch & { creditKopecks?: number };

const longestName = 200;
/** A surcharge of all that the face costs, and a discount that leaves something to pay. */
const basisPoints = { least: -10_000, most: 9999 };
/** How long recipients' data is kept after the end of a certificate. */
export const keptMonths = { fewest: 1, most: 120 };
const maxCreditKopecks = 1_000_000_000_00;

export type TermsField = 'name' | 'callbackUrl' | 'discount' | 'credit' | 'contactMail' | 'keepRecipients';
type WrongTerms = { is: 'wrong'; field: TermsField };

export type ClientChanged = { is: 'changed' | 'unchanged' | 'missing' } | WrongTerms;

/** Changes the terms and settings of a client; takes effect within a second. */
export async function changeClient(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { clientId, terms }: { clientId: number; terms: ClientTerms },
  now: Date,
): Promise<ClientChanged> {
  const party = clientParty(clientId);
  if (!may(principal, 'clients.change', party)) return { is: 'missing' };
  const wrong = wrongTerms(terms);
  if (wrong !== null) return { is: 'wrong', field: wrong };
  return atomically(db, (tx) => writeTerms(tx, keyring, principal, { clientId, terms }, now));
}

/**
 * Writes terms that are permitted already: by the right of whoever changes them, or by a decision of two persons, of
 * whom the second may have no right to change clients.
 */
export async function writeTerms(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  { clientId, terms }: { clientId: number; terms: ClientTerms },
  now: Date,
): Promise<ClientChanged> {
  const before = await lockTerms(tx, clientId);
  if (before === null) return { is: 'missing' };
  const changed = (Object.keys(terms) as (keyof ClientTerms)[]).filter(
    (name) => terms[name] !== undefined && JSON.stringify(terms[name]) !== JSON.stringify(before[name]),
  );
  if (changed.length === 0) return { is: 'unchanged' };
  await setClient(tx, clientId, terms);
  const only = (values: ClientTerms): object =>
    Object.fromEntries(changed.map((name) => [name, auditedSetting(name, values[name])]));
  const party = clientParty(clientId);
  const act = { party, by: actorOf(principal), act: 'client.changed', about: `client ${clientId}` };
  await recordAct(tx, keyring, { ...act, before: only(before), after: only(terms) }, now);
  return { is: 'changed' };
}

/** What is in force, held until the transaction ends; null: there is no such client, or it was forgotten. */
export async function lockTerms(tx: Tx, clientId: number): Promise<Required<ClientTerms> | null> {
  const { rows } = await tx.query<Required<ClientPatch>>(
    `select ${clientColumns}, c.switched_on as "switchedOn", c.language, c.contact_mail as "contactMail",
       c.keep_recipients_months as "keepRecipientsMonths"
     from clients c where c.id = $1 and c.forgotten_at is null for update`,
    [clientId],
  );
  const [row] = rows;
  const balance = row && (await findBalance(tx, clientId));
  return row && balance ? { ...row, creditKopecks: balance.creditKopecks } : null;
}

export function wrongTerms({
  name,
  callbackUrl = null,
  discountBasisPoints,
  creditKopecks,
  contactMail,
  keepRecipientsMonths: months,
}: ClientTerms): TermsField | null {
  if (callbackUrl !== null && addressProblem(callbackUrl, true) !== null) return 'callbackUrl';
  if (name !== undefined && (name.trim() === '' || [...name].length > longestName)) return 'name';
  const { least, most } = basisPoints;
  if (
    discountBasisPoints !== undefined &&
    !(Number.isInteger(discountBasisPoints) && discountBasisPoints >= least && discountBasisPoints <= most)
  )
    return 'discount';
  if (
    creditKopecks !== undefined &&
    !(Number.isSafeInteger(creditKopecks) && creditKopecks >= 0 && creditKopecks <= maxCreditKopecks)
  )
    return 'credit';
  if (contactMail !== undefined && contactMail !== null && !isEmailAddress(contactMail)) return 'contactMail';
  const { fewest, most: mostMonths } = keptMonths;
  if (months !== undefined && !(Number.isInteger(months) && months >= fewest && months <= mostMonths))
    return 'keepRecipients';
  return null;
}

export type ClientRegistered = ({ is: 'added' } & AddedClient) | { is: 'forbidden' } | WrongTerms;

/** Adds a client, with its first signing key. */
export async function registerClient(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  client: NewClient,
  now: Date,
): Promise<ClientRegistered> {
  if (!may(principal, 'clients.change', clientParty(client.id ?? 0))) return { is: 'forbidden' };
  const { name, callbackUrl, discountBasisPoints, creditKopecks, contactMail, keepRecipientsMonths } = client;
  const wrong = wrongTerms({
    name,
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(discountBasisPoints !== undefined && { discountBasisPoints }),
    ...(creditKopecks !== undefined && { creditKopecks }),
    ...(contactMail !== undefined && { contactMail }),
    ...(keepRecipientsMonths !== undefined && { keepRecipientsMonths }),
  });
  if (wrong !== null) return { is: 'wrong', field: wrong };
  return atomically<ClientRegistered>(db, async (tx) => {
    const added = await addClient(tx, keyring, client, now);
    const act = { party: clientParty(added.id), by: actorOf(principal), act: 'client.added' };
    await recordAct(tx, keyring, { ...act, about: `client ${added.id}`, after: { name } }, now);
    return { is: 'added', ...added };
  });
}
