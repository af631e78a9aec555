/** Places orders that a person filled in: the fields and checks are those of makeOrder, and who it was is kept. */
import { findClient, type FoundClient } from '../../clients/find-client.ts';
import type { Context } from '../../context.ts';
import { actorOf, may, type PersonPrincipal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { pipelinedTransaction, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
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
  const client = await clientOf(ctx, principal);
  if (client === null) return { is: 'missing' };
  const read = readOrder(client, data, ctx.clock.now());
  if (read.is === 'wrong') return { is: 'wrong', names: read.names };
  return withoutConflicts(async () => {
    const place = (asks: OrderAsk[]) => placeAsks(ctx, principal, asks);
    const [first] = await place([read.ask]);
    const placement = await placeDealt(ctx, place)(read.ask, first as Placement);
    if (placement.is === 'failed') throw placement.problem;
    return placement.is === 'refused' && placement.refusal.why === 'fields'
      ? { is: 'wrong', names: placement.refusal.names }
      : placement;
  });
}

/**
 * Places orders in one transaction: from the first one on as many as are accepted, and none after one that is not. Returns their requests;
 * the first of the others says by itself why it was not placed.
 */
export async function placeTogether(
  ctx: PlacingContext,
  principal: PersonPrincipal,
  orders: readonly Data[],
): Promise<number[]> {
  const client = await clientOf(ctx, principal);
  if (client === null) return [];
  const now = ctx.clock.now();
  const asks: OrderAsk[] = [];
  for (const data of orders) {
    const read = readOrder(client, data, now);
    if (read.is === 'wrong') break;
    asks.push(read.ask);
  }
  return withoutConflicts(() => placeUntilRefused(ctx, principal, asks));
}

async function placeUntilRefused(
  ctx: PlacingContext,
  principal: PersonPrincipal,
  asks: OrderAsk[],
): Promise<number[]> {
  if (asks.length === 0) return [];
  try {
    const placements = await placeAsks(ctx, principal, asks);
    return placements.flatMap((one) => (one.is === 'placed' ? [one.requestId] : []));
  } catch (problem) {
    if (!(problem instanceof AcceptedAfterRefused)) throw problem;
    return placeUntilRefused(ctx, principal, asks.slice(0, problem.refusedAt));
  }
}

/** An order would be placed though one before it is refused: nothing is. */
class AcceptedAfterRefused extends Error {
  readonly refusedAt: number;

  constructor(refusedAt: number) {
    super('An order is refused, and one after it is not.');
    this.refusedAt = refusedAt;
  }
}

async function clientOf({ db }: PlacingContext, principal: PersonPrincipal): Promise<FoundClient | null> {
  const { partyId } = principal;
  if (!may(principal, 'orders.place', { side: 'client', partyId })) return null;
  const client = await findClient(db, partyId);
  return client?.switchedOn === true ? client : null;
}

async function withoutConflicts<Result>(place: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await place();
    } catch (problem) {
      if (tries === maxTries || !wasConflict(problem)) throw problem;
    }
  }
}

function placeAsks(
  { db, keyring, clock }: PlacingContext,
  principal: PersonPrincipal,
  asks: OrderAsk[],
): Promise<Placement[]> {
  const now = clock.now();
  return pipelinedTransaction(db, async (tx) => {
    const { result, written } = await placeOrders(tx, asks, now);
    await written;
    const refusedAt = result.findIndex(({ is }) => is === 'refused');
    if (refusedAt !== -1 && result.slice(refusedAt).some(({ is }) => is === 'placed'))
      throw new AcceptedAfterRefused(refusedAt);
    const fresh = asks.flatMap((ask, index) => {
      const placement = result[index];
      return placement?.is === 'placed' && !placement.repeated
        ? [{ ask, requestId: placement.requestId }]
        : [];
    });
    await keepOrigin({ tx, keyring }, principal, fresh, now);
    return { result, written: Promise.resolve() };
  });
}

/** Whose orders they are, for their pages and the audit. */
async function keepOrigin(
  { tx, keyring }: { tx: Tx; keyring: Keyring },
  principal: PersonPrincipal,
  orders: readonly { ask: OrderAsk; requestId: number }[],
  now: Date,
): Promise<void> {
  if (orders.length === 0) return;
  const { partyId: clientId, personId, name } = principal;
  const ids = orders.map(({ requestId }) => requestId);
  await keepAuthors(tx, { clientId, bulkId: null, person: { personId, name } }, ids);
  const party = { side: 'client', partyId: clientId } as const;
  for (const { ask, requestId } of orders) {
    const { productId: product, faceKopecks, testmode } = ask;
    const act = { party, by: actorOf(principal), act: 'order.placed', about: `request ${requestId}` };
    await recordAct(tx, keyring, { ...act, after: { product, faceKopecks, testmode } }, now);
  }
}
