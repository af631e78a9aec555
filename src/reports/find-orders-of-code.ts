/** `/c/find`: the order that got a code. */
import { clientParty } from '../people/access/party.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../platform/database/database.ts';
import { columnsOf } from '../platform/database/rows.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { mayBeCode, wantedOfAll } from './find-code-anywhere.ts';

/** Different suppliers may have equal numbers. */
const mostOrders = 5;

interface CodeAsk {
  clientId: number;
  number: string;
}

/**
 * The orders of a client that got this code, by its keyed fingerprints, for whoever may see its codes anyway. Finding one is an act
 * that the client's audit keeps.
 */
export async function findOrdersOfCode(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { clientId, number }: CodeAsk,
  now: Date,
): Promise<number[]> {
  const party = clientParty(clientId);
  if (!mayBeCode(number) || !may(principal, 'links.read', party)) return [];
  return atomically(db, async (tx) => {
    const wanted = await wantedOfAll(tx, keyring, number);
    const { rows } = await tx.query<{ requestId: number }>(
      `select c.request_id as "requestId" from unnest($1::bigint[], $2::bytea[], $3::boolean[]) as w (supplier_id, fingerprint, of_platform)
       join codes c on c.supplier_id = w.supplier_id and c.fingerprint = w.fingerprint
       join products p on p.id = c.product_id
       where c.client_id = $4 and c.request_id is not null and (not w.of_platform or p.transfer_scheme = 'platform')
       order by c.request_id limit ${mostOrders}`,
      [...columnsOf(wanted, ['supplierId', 'fingerprint', 'ofPlatform']), clientId],
    );
    if (rows.length === 0) return [];
    const about = rows.map(({ requestId }) => `request ${requestId}`).join(', ');
    await recordAct(tx, keyring, { party, by: actorOf(principal), act: 'order.code-found', about }, now);
    return rows.map(({ requestId }) => requestId);
  });
}
