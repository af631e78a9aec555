/** Whom a client has sent certificates to, to be chosen again. */
import type { Sql } from '../../platform/database/database.ts';

export interface EarlierRecipient {
  /** The last order of this recipient. */
  requestId: number;
  name: string;
  email: string;
  phone: string;
}

/** So many of the last orders are looked at. */
const ordersLookedAt = 200;

const recipientColumns = `id as "requestId", recipient_name as name, email_to as email, to_phone as phone`;
const isSent = `(email_to <> '' or to_phone <> '')`;

/** The last recipients, each once, the newest first. */
export async function listEarlierRecipients(
  db: Sql,
  clientId: number,
  most: number,
): Promise<EarlierRecipient[]> {
  const { rows } = await db.query<EarlierRecipient>(
    `select ${recipientColumns} from (
       select * from requests where client_id = $1 order by client_id desc, id desc limit $2) r
     where ${isSent} order by id desc`,
    [clientId, ordersLookedAt],
  );
  const seen = new Map<string, EarlierRecipient>();
  for (const one of rows) {
    const address = `${one.email.toLowerCase()} ${one.phone}`;
    if (!seen.has(address)) seen.set(address, one);
  }
  return [...seen.values()].slice(0, most);
}

/** Those of these orders; an erased one is left out. */
export async function findEarlierRecipients(
  db: Sql,
  clientId: number,
  requestIds: readonly number[],
): Promise<EarlierRecipient[]> {
  if (requestIds.length === 0) return [];
  const { rows } = await db.query<EarlierRecipient>(
    `select ${recipientColumns} from requests where client_id = $1 and id = any($2::bigint[]) and ${isSent} order by id desc`,
    [clientId, requestIds],
  );
  return rows;
}
