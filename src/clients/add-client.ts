import { openAccounts, setCredit } from '../ledger/accounts.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { callbackSecretContext, clientKeyContext, newCallbackSecret, newSigningSecret } from './client.ts';
import type { ClientPatch } from './set-client.ts';

/** Months after the end of a certificate in which its recipient's data is kept. */
export const usualKeptMonths = 18;

/** What is absent has the usual value; `registeredAt`, which decides on legacy formats, is now. */
export interface NewClient extends Omit<ClientPatch, 'switchedOn'> {
  name: string;
  creditKopecks?: number | undefined;
  /** Fixed values, for tests and the demo world; made up when not given. */
  id?: number;
  secret?: string;
  callbackSecret?: string;
}

export interface AddedClient {
  id: number;
  /** Shown only here; stored sealed. */
  secret: string;
  callbackSecret: string;
}

/** Registers a client with its first signing key, its callback secret and empty accounts. */
export function addClient(
  db: DatabaseOrTx,
  keyring: Keyring,
  client: NewClient,
  now: Date,
): Promise<AddedClient> {
  return atomically(db, async (tx) => {
    const added = await insertClient(tx, keyring, client, now);
    await openAccounts(tx, added.id);
    const { creditKopecks } = client;
    if (creditKopecks !== undefined) await setCredit(tx, { clientId: added.id, creditKopecks });
    return added;
  });
}

async function insertClient(tx: Tx, keyring: Keyring, client: NewClient, now: Date): Promise<AddedClient> {
  const secret = client.secret ?? newSigningSecret();
  const callbackSecret = client.callbackSecret ?? newCallbackSecret();
  const id = client.id ?? (await nextClientId(tx));
  await keyring.makeClientKey(tx, id);
  const sealer = keyring.ofClient(id);
  await tx.query(
    `insert into clients (id, name, registered_at, test_mode, delayed_mode, callback_url, callback_format,
       callback_secret, discount_basis_points, allowed_networks, language, uuid_required, post_only,
       contact_mail, prices_in_kopecks, keep_recipients_months)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::cidr[], $11, $12, $13, $14, $15, $16)`,
    [
      id,
      client.name,
      client.registeredAt ?? now,
      client.testMode ?? false,
      client.delayedMode ?? false,
      client.callbackUrl ?? null,
      client.callbackFormat ?? 'form',
      sealer.seal(callbackSecret, callbackSecretContext(id)),
      client.discountBasisPoints ?? 0,
      client.allowedNetworks ?? [],
      client.language ?? null,
      client.uuidRequired ?? false,
      client.postOnly ?? false,
      client.contactMail ?? null,
      client.pricesInKopecks ?? false,
      client.keepRecipientsMonths ?? usualKeptMonths,
    ],
  );
  await tx.query(`insert into client_keys (client_id, version, secret, created_at) values ($1, 1, $2, $3)`, [
    id,
    sealer.seal(secret, clientKeyContext(id, 1)),
    now,
  ]);
  return { id, secret, callbackSecret };
}

/** Sealed secrets are bound to the id, so the id is drawn before the row is written. */
async function nextClientId(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(`select nextval('clients_id_seq') as id`);
  const [row] = rows;
  if (row === undefined) throw new Error('No client id was drawn.');
  return row.id;
}
