/** The service comment of an order. */
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { readFields } from '../../platform/values/fields.ts';
import type { RequestKey } from '../find-requests.ts';
import { makeOrderRequest } from '../read-order.ts';

export type Commented = { is: 'commented' | 'missing' | 'wrong' };

const commentFields = { comment: makeOrderRequest.comment };

/**
 * Changes the service comment of an order as people see it. The request keeps the comment it was ordered with: programs
 * get that one, and compare by it.
 */
export async function commentOrder(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: RequestKey & { comment: string },
  now: Date,
): Promise<Commented> {
  const party = { side: 'client', partyId: ask.clientId } as const;
  if (!may(principal, 'orders.comment', party)) return { is: 'missing' };
  const { comment } = readFields(commentFields, { comment: ask.comment }).values;
  if (comment === undefined) return { is: 'wrong' };
  return atomically<Commented>(db, async (tx) => {
    const before = await lockComment(tx, ask);
    if (before === null) return { is: 'missing' };
    if (before === comment) return { is: 'commented' };
    const by = actorOf(principal);
    await tx.query(
      `insert into order_comments (client_id, request_id, comment, changed_at, changed_by_name) values ($1, $2, $3, $4, $5)
       on conflict (client_id, request_id) do update
       set comment = excluded.comment, changed_at = excluded.changed_at, changed_by_name = excluded.changed_by_name`,
      [ask.clientId, ask.requestId, comment, now, by.actorName],
    );
    const about = `request ${ask.requestId}`;
    const act = {
      party,
      by,
      act: 'order.commented',
      about,
      // Not what it says: it may name a person, and nothing is ever erased from the audit.
      before: { characters: before.length },
      after: { characters: comment.length },
    };
    await recordAct(tx, keyring, act, now);
    return { is: 'commented' };
  });
}

/** The comment as people see it now; nobody else changes it until the transaction ends. */
async function lockComment(tx: Tx, { clientId, requestId }: RequestKey): Promise<string | null> {
  const { rows } = await tx.query<{ comment: string }>(
    `select comment from requests where client_id = $1 and id = $2 for no key update`,
    [clientId, requestId],
  );
  const [request] = rows;
  if (request === undefined) return null;
  const { rows: changed } = await tx.query<{ comment: string }>(
    `select comment from order_comments where client_id = $1 and request_id = $2`,
    [clientId, requestId],
  );
  return changed[0]?.comment ?? request.comment;
}
