import type { Side } from '../src/people/access/party.ts';
import { callbackSecretContext, clientKeyContext } from '../src/clients/client.ts';
import type { Config } from '../src/platform/settings/config.ts';
import type { Sql } from '../src/platform/database/database.ts';
import type { Keyring } from '../src/platform/secrets/keyring.ts';
import { callbackInbox } from './demo-addresses.ts';
import { demoClients } from './demo-world/clients.ts';
import { demoSuppliers } from './demo-world/suppliers-and-brands.ts';

/** Of a till, or of a person with what it takes to sign in. */
export interface DemoLogin {
  page: string;
  user: string;
  password: string;
  name?: string;
  side?: Side;
  party_id?: number;
  role?: string;
  /** For an authenticator app, in base32; only where a second factor is enrolled. */
  totp_secret?: string;
}

export interface DemoClient {
  id: number;
  name: string;
  secret: string;
  /** Verifies callbacks. */
  callback_secret: string;
  callback_inbox: string;
}

/** What is needed to use the demo: the content of demo.json. */
export interface DemoFacts {
  base_url: string;
  clients: DemoClient[];
  suppliers: {
    id: number;
    name: string;
    scheme: 'api' | 'pool' | 'platform';
    /** How its inactive codes are activated. */
    activation?: 'api' | 'pull' | 'letter';
    integration_token?: string;
    /** Address of its simulator; only suppliers that are called have one. */
    simulator_url?: string;
  }[];
  /** The SMS inbox, and the two simulated providers. */
  sms?: { inbox: string; smpp_url: string; gateway_url: string };
  logins: DemoLogin[];
  operator_token: string;
}

/**
 * Reads the facts from the database, in the order in which clients and suppliers were created. A demo client is
 * recognised by its name or, if that was changed, by its inbox.
 */
export async function readDemoFacts(
  db: Sql,
  keyring: Keyring,
  config: Pick<Config, 'baseUrl' | 'operatorToken'>,
): Promise<DemoFacts> {
  const clients = await db.query<ClientRow>(
    `select distinct on (c.id) c.id, c.name, k.version, k.secret, c.callback_secret
     from clients c join client_keys k on k.client_id = c.id and k.retires_at is null
     where c.name = any($1) or c.callback_url like '%/demo/callbacks/' || c.id
     order by c.id, k.version desc`,
    [demoClients.map((client) => client.name)],
  );
  const suppliers = await db.query<{ id: number; name: string; scheme: 'pool' | 'platform' }>(
    `select s.id, s.name, min(p.transfer_scheme) as scheme
     from suppliers s join products p on p.supplier_id = s.id
     where s.name = any($1)
     group by s.id order by s.id`,
    [Object.values(demoSuppliers).map((supplier) => supplier.name)],
  );
  await keyring.knowClients(
    db,
    clients.rows.map(({ id }) => id),
  );
  return {
    base_url: config.baseUrl,
    clients: clients.rows.map((row) => demoClient(keyring, config.baseUrl, row)),
    suppliers: suppliers.rows,
    logins: [],
    operator_token: config.operatorToken,
  };
}

/** By which a demo client signs now; people may have made it another key since the start. Null: it has none. */
export async function presentSecret(db: Sql, keyring: Keyring, clientId: number): Promise<string | null> {
  const { rows } = await db.query<{ version: number; secret: Buffer }>(
    `select version, secret from client_keys where client_id = $1 and retires_at is null order by version desc limit 1`,
    [clientId],
  );
  const [key] = rows;
  if (key === undefined) return null;
  await keyring.knowClients(db, [clientId]);
  return keyring.ofClient(clientId).open(key.secret, clientKeyContext(clientId, key.version));
}

interface ClientRow {
  id: number;
  name: string;
  version: number;
  secret: Buffer;
  callback_secret: Buffer;
}

const demoClient = (keyring: Keyring, baseUrl: string, { id, name, ...row }: ClientRow): DemoClient => ({
  id,
  name,
  secret: keyring.ofClient(id).open(row.secret, clientKeyContext(id, row.version)),
  callback_secret: keyring.ofClient(id).open(row.callback_secret, callbackSecretContext(id)),
  callback_inbox: callbackInbox(baseUrl, id),
});
