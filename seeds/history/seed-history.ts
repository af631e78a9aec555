/** The demo's invented month of orders, so that no page looks empty. */
import { randomUUID } from 'node:crypto';
import { addPart } from '../../src/orders/bulk/add-part.ts';
import { createBulkPlacer } from '../../src/orders/bulk/place-bulk.ts';
import { createBulkReader } from '../../src/orders/bulk/read-bulk.ts';
import { findClient } from '../../src/clients/find-client.ts';
import type { Context } from '../../src/context.ts';
import { requestTopUp } from '../../src/ledger/top-up-requests.ts';
import { topUp } from '../../src/ledger/top-up.ts';
import { issueOrders } from '../../src/orders/issue-orders.ts';
import { transaction, type Tx } from '../../src/platform/database/database.ts';
import { startOfMoscowDay } from '../../src/platform/time/moscow-time.ts';
import { kopecksPerRouble } from '../../src/platform/values/money.ts';
import { createChance } from './chance.ts';
import { expireDay, placeMoments, refundOne } from './place-day.ts';
import { planDay } from './plan-day.ts';
import { recipient } from './recipients.ts';
import { hourMs, readShop, type Shop } from './shop.ts';
import { tellCallbacks, tellLetters, tellRedemptions, tellVisits } from './tell-day.ts';

export const historyDays = 30;

const dayMs = 24 * hourMs;
const sameMonth = 20_261_122;
const ordersInBatch = 500;
const bulkDay = 21;
const bulkLines = 60;
/** The afternoon on which the clients' receivers do not answer; the second time nobody has replayed it yet. */
const downDays = [16, 28];
const refundEvery = 4;
/** By day and buyer, in roubles. Days 11 and 12 find the second buyer without funds. */
const topUps: Record<number, [buyer: number, roubles: number]> = {
  1: [1, 90_000],
  9: [0, 2_000_000],
  13: [1, 100_000],
  22: [0, 1_500_000],
  23: [1, 80_000],
};
const announcedAtTheEnd = 60_000;
const askedBy = 'Пётр Гроздев';

type HistoryContext = Pick<Context, 'db' | 'keyring' | 'config' | 'clock' | 'log' | 'tracing' | 'crashPoint'>;

/**
 * A month in which the demo's clients ordered: placed, issued, refunded and paid by the verbs of the platform at the time of
 * each; what the world answered (mail servers, receivers, recipients, tills) is written by a few statements. Nothing is
 * written where there has been an order already.
 */
export async function seedHistory(ctx: HistoryContext): Promise<void> {
  const { db, config, clock } = ctx;
  if (config.production) throw new Error('The demo world is never made in production.');
  const { rows } = await db.query(`select from requests limit 1`);
  const shop = rows.length > 0 ? null : await readShop(db);
  if (shop === null) return;
  const now = clock.now();
  const first = startOfMoscowDay(now).getTime() - historyDays * dayMs;
  const chance = createChance(sameMonth);
  for (let index = 0; index <= historyDays; index += 1) {
    const day = { index, start: new Date(first + index * dayMs), until: now };
    await transaction(db, (tx) => liveDay(tx, ctx, shop, { ...day, chance }));
    if (index === bulkDay) await placeBulk(ctx, shop, chance, new Date(day.start.getTime() + 23 * hourMs));
  }
  await transaction(db, async (tx) => {
    await tellVisits(tx, now);
    await tellRedemptions(tx, now);
  });
}

interface Day {
  index: number;
  start: Date;
  until: Date;
  chance: () => number;
}

async function liveDay(tx: Tx, ctx: HistoryContext, shop: Shop, day: Day): Promise<void> {
  const settings = issuing(ctx);
  const at = (hour: number): Date => new Date(day.start.getTime() + hour * hourMs);
  const [club, portal] = shop.buyers;
  const moments = planDay(day.chance, shop, day);
  await expireDay(tx, settings, at(0));
  await payIn(tx, shop, day.index, at(7));
  if (day.index % refundEvery === 3 && club !== undefined) await refundOne(tx, club.id, at(8));
  await placeMoments(tx, settings, moments, day.chance);
  const end = new Date(Math.min(at(24).getTime(), day.until.getTime()));
  await tellLetters(tx, end);
  const isDown = downDays.includes(day.index);
  const down = isDown ? { from: at(14), until: at(16) } : null;
  await tellCallbacks(tx, { until: end, down, replayed: day.index < historyDays - 5 });
  if (day.index === historyDays && portal !== undefined) {
    const ask = { clientId: portal.id, uuid: '', sumKopecks: announcedAtTheEnd * kopecksPerRouble, askedBy };
    await requestTopUp(tx, ask, end);
  }
}

async function payIn(tx: Tx, { buyers }: Shop, index: number, now: Date): Promise<void> {
  const [which = 0, roubles = 0] = topUps[index] ?? [];
  const clientId = buyers[which]?.id;
  if (roubles === 0 || clientId === undefined) return;
  const sumKopecks = roubles * kopecksPerRouble;
  const asked = await requestTopUp(
    tx,
    { clientId, uuid: '', sumKopecks, askedBy },
    new Date(now.getTime() - hourMs),
  );
  if (asked.is !== 'asked') return;
  const { reference } = asked.request;
  await topUp(tx, { clientId, amountKopecks: sumKopecks, reference, note: 'Пополнение по счёту' }, now);
}

const issuing = ({ keyring, config }: HistoryContext) => ({
  keyring,
  baseUrl: config.baseUrl,
  limit: ordersInBatch,
});

/** A sheet of gifts for a holiday, by the workers that place any bulk order, with a clock of that evening. */
async function placeBulk(
  ctx: HistoryContext,
  { buyers, offers }: Shop,
  chance: () => number,
  at: Date,
): Promise<void> {
  const client = await findClient(ctx.db, buyers[0]?.id ?? 0);
  const [offer] = offers;
  if (client === null || offer === undefined) return;
  const orders = Array.from({ length: bulkLines }, () => {
    const { name, email, greeting } = recipient(chance, true);
    return { product_id: offer.productId, face: offer.face, email_to: email, to: name, text: greeting };
  });
  const ask = { client, uuid: randomUUID(), part: 1, parts: 1, placing: 'all', orders } as const;
  await addPart({ ...ctx, rules: { callsPrivate: true } }, ask, at);
  const evening = { ...ctx, cells: [], cell: null, clock: { now: () => at } };
  await createBulkReader(evening).round();
  const placer = createBulkPlacer(evening);
  await placer.round();
  const later = new Date(at.getTime() + 1500);
  await transaction(ctx.db, (tx) => issueOrders(tx, issuing(ctx), later));
  await placer.round();
  await transaction(ctx.db, async (tx) => {
    await tellLetters(tx, new Date(at.getTime() + hourMs));
    await tellCallbacks(tx, { until: new Date(at.getTime() + hourMs), down: null, replayed: true });
  });
}
