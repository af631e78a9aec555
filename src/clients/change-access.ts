import { clientParty } from '../people/access/party.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { addressProblem, shownAddress, type AddressProblem } from '../platform/network/callback-address.ts';
import { isEmailAddress } from '../platform/values/email-address.ts';
import type { CallbackFormat } from './client.ts';
import { readNetworks } from './read-networks.ts';
import { setClient, type ClientPatch } from './set-client.ts';

/** What a client sets by itself, as it was typed; absent fields are not changed. */
export interface AccessAsk {
  clientId: number;
  callbackUrl?: string;
  callbackFormat?: string;
  networks?: string;
  uuidRequired?: boolean;
  postOnly?: boolean;
  contactMail?: string;
  /** Whether receivers of callbacks may be in the installation's own network; they may by default. */
  allowsPrivate?: boolean;
}

export type AccessProblem =
  | { field: 'callbackUrl'; why: AddressProblem }
  | { field: 'callbackFormat'; why: 'no-format' }
  | { field: 'networks'; why: 'no-network'; part: string }
  | { field: 'networks'; why: 'too-many'; most: number }
  | { field: 'contactMail'; why: 'no-mail' };

export type AccessChanged =
  | { is: 'changed' | 'unchanged' | 'missing' }
  | { is: 'wrong'; problem: AccessProblem };

/** Changes how a client's programs may call and are called back; takes effect within a second. */
export async function changeAccess(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: AccessAsk,
  now: Date,
): Promise<AccessChanged> {
  const party = clientParty(ask.clientId);
  if (!may(principal, 'settings.change', party)) return { is: 'missing' };
  const patch = readAccess(ask);
  if ('field' in patch) return { is: 'wrong', problem: patch };
  return atomically<AccessChanged>(db, async (tx) => {
    const { rows } = await tx.query<AccessSettings>(
      `select callback_url as "callbackUrl", callback_format as "callbackFormat",
         allowed_networks::text[] as "allowedNetworks", uuid_required as "uuidRequired", post_only as "postOnly",
         contact_mail as "contactMail"
       from clients where id = $1 for update`,
      [ask.clientId],
    );
    const [settings] = rows;
    if (settings === undefined) return { is: 'missing' };
    const changed = (Object.keys(patch) as (keyof AccessSettings)[]).filter(
      (name) => JSON.stringify(patch[name]) !== JSON.stringify(settings[name]),
    );
    if (changed.length === 0) return { is: 'unchanged' };
    await setClient(tx, ask.clientId, patch);
    const only = (values: Partial<AccessSettings>): object =>
      Object.fromEntries(changed.map((name) => [name, auditedSetting(name, values[name])]));
    const act = {
      party,
      by: actorOf(principal),
      act: 'api.settings-changed',
      about: `client ${ask.clientId}`,
    };
    await recordAct(tx, keyring, { ...act, before: only(settings), after: only(patch) }, now);
    return { is: 'changed' };
  });
}

type AccessSettings = Required<
  Pick<
    ClientPatch,
    'callbackUrl' | 'callbackFormat' | 'allowedNetworks' | 'uuidRequired' | 'postOnly' | 'contactMail'
  >
>;

export const auditedSetting = (name: string, value: unknown): unknown =>
  name === 'callbackUrl' && typeof value === 'string' ? shownAddress(value) : (value ?? null);

/** What was typed, as it is stored. */
export function readAccess(ask: Omit<AccessAsk, 'clientId'>): Partial<AccessSettings> | AccessProblem {
  const patch: Partial<AccessSettings> = {};
  if (ask.callbackUrl !== undefined) {
    const url = ask.callbackUrl.trim();
    const why = url === '' ? null : addressProblem(url, ask.allowsPrivate ?? true);
    if (why !== null) return { field: 'callbackUrl', why };
    patch.callbackUrl = url === '' ? null : url;
  }
  if (ask.callbackFormat !== undefined) {
    if (!isFormat(ask.callbackFormat)) return { field: 'callbackFormat', why: 'no-format' };
    patch.callbackFormat = ask.callbackFormat;
  }
  if (ask.networks !== undefined) {
    const reading = readNetworks(ask.networks);
    if (reading.is === 'wrong')
      return { field: 'networks', why: 'no-network', part: reading.part.slice(0, 60) };
    if (reading.is === 'too-many') return { field: 'networks', why: 'too-many', most: reading.most };
    patch.allowedNetworks = reading.networks;
  }
  if (ask.contactMail !== undefined) {
    const mail = ask.contactMail.trim();
    if (mail !== '' && !isEmailAddress(mail)) return { field: 'contactMail', why: 'no-mail' };
    patch.contactMail = mail === '' ? null : mail;
  }
  if (ask.uuidRequired !== undefined) patch.uuidRequired = ask.uuidRequired;
  if (ask.postOnly !== undefined) patch.postOnly = ask.postOnly;
  return patch;
}

const isFormat = (text: string): text is CallbackFormat => text === 'form' || text === 'json';

/** Address that gets all letters about the client, besides its people; null: none. */
export async function findContactMail(db: Sql, clientId: number): Promise<string | null> {
  const { rows } = await db.query<{ contactMail: string | null }>(
    `select contact_mail as "contactMail" from clients where id = $1`,
    [clientId],
  );
  return rows[0]?.contactMail ?? null;
}
