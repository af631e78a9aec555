/** Removes a recipient from the index of the search. */
import type { Tx } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { termsOf } from './terms.ts';

interface Recipient {
  requestId: number;
  emailTo: string;
  toPhone: string;
  externalId: string;
}

/** Digits of a phone behind its country. */
const ownDigits = 10;

/** Whether a text contains the recipient's address. */
export function mentions(
  text: string,
  { emailTo, toPhone }: Pick<Recipient, 'emailTo' | 'toPhone'>,
): boolean {
  const phone = toPhone.slice(-ownDigits);
  return (
    (emailTo !== '' && withoutEncoding(text).includes(emailTo.toLowerCase())) ||
    (phone !== '' && text.replaceAll(/[\s()+-]/g, '').includes(phone))
  );
}

const withoutEncoding = (text: string): string => text.toLowerCase().replaceAll('%40', '@');

/** Keeps the index of a client's terms as it is until the transaction ends; the worker that fills it leaves it meanwhile. */
export async function holdTerms(tx: Tx, clientId: number): Promise<void> {
  await tx.query(
    `insert into order_terms_read (client_id, last_request) values ($1, 0) on conflict do nothing`,
    [clientId],
  );
  await tx.query(`select from order_terms_read where client_id = $1 for update`, [clientId]);
}

/** Removes the terms by which the orders of persons are found; returns their number. */
export async function removeTerms(
  tx: Tx,
  keyring: Keyring,
  clientId: number,
  orders: readonly Recipient[],
): Promise<number> {
  const terms = orders.flatMap((order) => {
    const externalId = mentions(order.externalId, order) ? order.externalId : '';
    return termsOf(keyring, { ...order, externalId }).map((term) => ({ term, id: order.requestId }));
  });
  const { rowCount } = await tx.query(
    `delete from order_terms where client_id = $1
       and (term, request_id) in (select * from unnest($2::bigint[], $3::bigint[]))`,
    [clientId, ...columnsOf(terms, ['term', 'id'])],
  );
  return rowCount ?? 0;
}
