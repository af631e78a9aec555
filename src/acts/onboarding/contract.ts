import { findClient } from '../../clients/find-client.ts';
import { clientParty } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { readContactPhone } from '../../platform/values/phone.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';

/** What a client says of its company. */
export interface ContractData {
  legalName: string;
  taxId: string;
  address: string;
  contactName: string;
  contactPhone: string;
  contactMail: string;
}

export type ContractField = keyof ContractData;

export interface Contract extends ContractData {
  revision: number;
  filledAt: Date;
  acceptedRevision: number | null;
  acceptedAt: Date | null;
}

const longest: Record<ContractField, number> = {
  legalName: 200,
  taxId: 12,
  address: 300,
  contactName: 100,
  contactPhone: 30,
  contactMail: 254,
};

export const contractFields = Object.keys(longest) as ContractField[];

/** Ten digits of a company, twelve of a sole trader. */
const taxIdForm = /^(\d{10}|\d{12})$/;

export async function findContract(db: Sql, clientId: number): Promise<Contract | null> {
  const { rows } = await db.query<Contract>(
    `select legal_name as "legalName", tax_id as "taxId", address, contact_name as "contactName",
       contact_phone as "contactPhone", contact_mail as "contactMail", revision, filled_at as "filledAt",
       accepted_revision as "acceptedRevision", accepted_at as "acceptedAt"
     from client_contracts where client_id = $1`,
    [clientId],
  );
  return rows[0] ?? null;
}

export type ContractFilled =
  | { is: 'filled' | 'unchanged' | 'missing' }
  | { is: 'wrong'; fields: ContractField[] };

/** Takes what the client's owner says; if it is another than before, the operator has to agree again. */
export async function fillContract(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { clientId, data: typed }: { clientId: number; data: ContractData },
  now: Date,
): Promise<ContractFilled> {
  const party = clientParty(clientId);
  // Only the owner of a client may do it.
  if (!may(principal, 'team.change', party)) return { is: 'missing' };
  const data = { ...typed, contactPhone: readContactPhone(typed.contactPhone) ?? typed.contactPhone };
  const fields = contractFields.filter((field) => !isRight(field, data[field]));
  if (fields.length > 0) return { is: 'wrong', fields };
  return atomically<ContractFilled>(db, async (tx) => {
    if ((await findClient(tx, clientId)) === null) return { is: 'missing' };
    const before = await findContract(tx, clientId);
    if (before !== null && contractFields.every((field) => before[field] === data[field]))
      return { is: 'unchanged' };
    const { rows } = await tx.query<{ revision: number }>(
      `insert into client_contracts (client_id, revision, filled_at, legal_name, tax_id, address, contact_name,
         contact_phone, contact_mail)
       values ($1, 1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (client_id) do update set revision = client_contracts.revision + 1, filled_at = excluded.filled_at,
         legal_name = excluded.legal_name, tax_id = excluded.tax_id, address = excluded.address,
         contact_name = excluded.contact_name, contact_phone = excluded.contact_phone, contact_mail = excluded.contact_mail
       returning revision`,
      [clientId, now, ...contractFields.map((field) => data[field])],
    );
    const act = {
      party,
      by: actorOf(principal),
      act: 'contract.filled',
      about: `revision ${rows[0]?.revision}`,
    };
    await recordAct(tx, keyring, { ...act, after: { legalName: data.legalName, taxId: data.taxId } }, now);
    return { is: 'filled' };
  });
}

function isRight(field: ContractField, value: string): boolean {
  if (value === '' || [...value].length > longest[field]) return false;
  if (field === 'taxId') return taxIdForm.test(value);
  if (field === 'contactPhone') return readContactPhone(value) !== null;
  return field !== 'contactMail' || isEmailAddress(value);
}

/** Agrees to what was shown; to nothing if it has changed meanwhile. */
export async function acceptContract(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { clientId, revision }: { clientId: number; revision: number },
  now: Date,
): Promise<{ is: 'accepted' | 'changed' | 'missing' }> {
  const party = clientParty(clientId);
  if (!may(principal, 'clients.change', party)) return { is: 'missing' };
  return atomically<{ is: 'accepted' | 'changed' | 'missing' }>(db, async (tx) => {
    const contract = await findContract(tx, clientId);
    if (contract === null) return { is: 'missing' };
    const { rowCount } = await tx.query(
      `update client_contracts set accepted_revision = revision, accepted_at = $3
       where client_id = $1 and revision = $2 and accepted_revision is distinct from revision`,
      [clientId, revision, now],
    );
    if (rowCount !== 1) return { is: 'changed' };
    const act = { party, by: actorOf(principal), act: 'contract.accepted', about: `revision ${revision}` };
    await recordAct(tx, keyring, act, now);
    return { is: 'accepted' };
  });
}
