/** Lets a delayed order try at once, instead of when its supplier or its brand's limit is looked at again. */
import { clientParty } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { RequestKey } from '../find-requests.ts';

export type Retried =
  | { is: 'retried' }
  | { is: 'missing' }
  /** It does not wait for a time: it has ended, is at work, or is woken by the codes that it waits for. */
  | { is: 'not-timed' };

export async function retryOrder(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { clientId, requestId }: RequestKey,
  now: Date,
): Promise<Retried> {
  const party = clientParty(clientId);
  if (!may(principal, 'orders.resend', party)) return { is: 'missing' };
  return atomically<Retried>(db, async (tx) => {
    const { rows } = await tx.query<{ timed: boolean }>(
      `select state = 'delayed' and due_at < 'infinity' as timed from requests where client_id = $1 and id = $2 for update`,
      [clientId, requestId],
    );
    const [request] = rows;
    if (request === undefined) return { is: 'missing' };
    if (!request.timed) return { is: 'not-timed' };
    await tx.query(`update requests set due_at = $3 where client_id = $1 and id = $2`, [
      clientId,
      requestId,
      now,
    ]);
    const act = { party, by: actorOf(principal), act: 'order.retried', about: `request ${requestId}` };
    await recordAct(tx, keyring, act, now);
    return { is: 'retried' };
  });
}
