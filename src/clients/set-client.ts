import { setCredit } from '../ledger/accounts.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import type { Language } from '../platform/text/language.ts';
import type { CallbackFormat } from './client.ts';

/** The fields of a client that can be changed; absent ones are not. */
export interface ClientPatch {
  name?: string;
  registeredAt?: Date;
  switchedOn?: boolean;
  testMode?: boolean;
  delayedMode?: boolean;
  callbackUrl?: string | null;
  callbackFormat?: CallbackFormat;
  discountBasisPoints?: number;
  allowedNetworks?: string[];
  /** Language of messages to its recipients; null: the language of each product. */
  language?: Language | null;
  /** Who is alerted to letters, texts and callbacks that failed permanently; null: nobody. */
  contactMail?: string | null;
  /** Months after the end of a certificate in which its recipient's data is kept. */
  keepRecipientsMonths?: number;
  uuidRequired?: boolean;
  postOnly?: boolean;
  pricesInKopecks?: boolean;
}

const columns: Record<keyof ClientPatch, string> = {
  name: 'name',
  registeredAt: 'registered_at',
  switchedOn: 'switched_on',
  testMode: 'test_mode',
  delayedMode: 'delayed_mode',
  callbackUrl: 'callback_url',
  callbackFormat: 'callback_format',
  discountBasisPoints: 'discount_basis_points',
  allowedNetworks: 'allowed_networks',
  language: 'language',
  contactMail: 'contact_mail',
  keepRecipientsMonths: 'keep_recipients_months',
  uuidRequired: 'uuid_required',
  postOnly: 'post_only',
  pricesInKopecks: 'prices_in_kopecks',
};

/** Changes a client and its credit line; returns false if there is no such client. */
export function setClient(
  db: DatabaseOrTx,
  clientId: number,
  { creditKopecks, ...patch }: ClientPatch & { creditKopecks?: number | undefined },
): Promise<boolean> {
  return atomically(db, async (tx) => {
    if (!(await updateClient(tx, clientId, patch))) return false;
    if (creditKopecks !== undefined) await setCredit(tx, { clientId, creditKopecks });
    return true;
  });
}

async function updateClient(tx: Tx, clientId: number, patch: ClientPatch): Promise<boolean> {
  const names = (Object.keys(columns) as (keyof ClientPatch)[]).filter((name) => patch[name] !== undefined);
  if (names.length === 0) return clientExists(tx, clientId);
  const changes = names.map((name, index) => `${columns[name]} = $${index + 2}`);
  const { rowCount } = await tx.query(`update clients set ${changes.join(', ')} where id = $1`, [
    clientId,
    ...names.map((name) => patch[name]),
  ]);
  return rowCount === 1;
}

async function clientExists(tx: Tx, clientId: number): Promise<boolean> {
  const { rowCount } = await tx.query(`select from clients where id = $1`, [clientId]);
  return rowCount === 1;
}
