/** Places an order that a person filled in: the fields and checks are those of makeOrder, and who it was is kept. */
import { findClient } from '../../clients/find-client.ts';
import type { Context } from '../../context.ts';
import { actorOf, may, type PersonPrincipal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { pipelinedTransaction, type Database } from '../../platform/database/database.ts';
import type { Data } from '../../platform/values/fields.ts';
import type { DealingContext } from '../dealing/carry-runs.ts';
import { placeDealt } from '../dealing/place-dealt.ts';
import type { OrderAsk } from '../order-ask.ts';
import { keepAuthors } from '../keep-authors.ts';
import { placeOrders, type Placement } from '../place-orders.ts';
import { wasConflict } from '../placing-conflict.ts';
import { readOrder } from '../read-order.ts';
import type { Refusal } from '../refusals.ts';

export type PlacedByPerson =
  | { is: 'placed'; requestId: number; repeated: boolean }
  | { is: 'missing' }
  /** Names of the fields that are wrong. */
  | { is: 'wrong'; names: string[] }
  | { is: 'refused'; refusal: Refusal };

type PlacingContext = DealingContext & Pick<Context, 'keyring'>;

/** How often an order is tried that loses against other transactions. */
const maxTries = 5;

export async function placeByPerson(
  ctx: PlacingContext,
  principal: PersonPrincipal,
  data: Data,
): Promise<PlacedByPerson> {
  const { db, clock } = ctx;
  const clientId = principal.partyId;
  if (!may(principal, 'orders.place', { side: 'client', partyId: clientId })) return { is: 'missing' };
  const client = await findClient(db, clientId);
  if (client === null || !client.switchedOn) return { is: 'missing' };
  const read = readOrder(client, data, clock.now());
  if (read.is === 'wrong') return { is: 'wrong', names: read.names };
  for (let tries = 1; ; tries += 1) {
    try {
      const place = (ask: OrderAsk) => placeOne(ctx, principal, ask, clock.now());
      const again = placeDealt(ctx, ([ask]: OrderAsk[]) =>
        Promise.all(ask === undefined ? [] : [place(ask)]),
      );
      const placement = await again(read.ask, await place(read.ask));
      if (placement.is === 'failed') throw placement.problem;
      return placement.is === 'refused' && placement.refusal.why === 'fields'
        ? { is: 'wrong', names: placement.refusal.names }
        : placement;
    } catch (problem) {
      if (tries === maxTries || !wasConflict(problem)) throw problem;
    }
  }
}

function placeOne(
  { db, keyring }: PlacingContext & { db: Database },
  principal: PersonPrincipal,
  ask: OrderAsk,
  now: Date,
): Promise<Placement> {
  return pipelinedTransaction(db, async (tx) => {
    const { result, written } = await placeOrders(tx, [ask], now);
    await written;
    const [placement] = result;
    if (placement === undefined) throw new Error('An order was neither placed nor refused.');
    if (placement.is === 'placed' && !placement.repeated) {
      const { partyId: clientId, personId, name } = principal;
      await keepAuthors(tx, { clientId, bulkId: null, person: { personId, name } }, [placement.requestId]);
      const about = `request ${placement.requestId}`;
      const { productId: product, faceKopecks, testmode } = ask;
      const after = { product, faceKopecks, testmode };
      const party = { side: 'client', partyId: principal.partyId } as const;
      await recordAct(tx, keyring, { party, by: actorOf(principal), act: 'order.placed', about, after }, now);
    }
    return { result: placement, written: Promise.resolve() };
  });
}
