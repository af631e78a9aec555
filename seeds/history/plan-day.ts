import { hourMs, type Shop } from './shop.ts';
import { pick } from './chance.ts';
import { recipient } from './recipients.ts';

/** Orders that come at one moment. */
export interface Moment {
  at: Date;
  orders: { clientId: number; data: Record<string, unknown> }[];
}

/** Of a client's day: Sundays are calm, Thursdays and Fridays are busy. */
const ofWeekday = [0.55, 0.9, 1, 1.05, 1.25, 1.35, 0.7] as const;
/** When people order, in hours of Moscow. */
const hours = [9, 10, 11, 11, 12, 13, 14, 15, 16, 17, 18, 18, 19, 20, 21, 22] as const;

/** From this day on every letter arrives: the newcomer's first digest is about their own doing. */
const quietFrom = 28;

/** What one day brings: more from week to week, with a campaign that doubles it. */
export function planDay(
  chance: () => number,
  shop: Shop,
  day: { start: Date; index: number; until: Date },
): Moment[] {
  const weekday = new Date(day.start.getTime() + 12 * hourMs).getUTCDay();
  const growth = 0.75 + day.index / 60;
  const campaign = day.index === 20 || day.index === 21 ? 2 : 1;
  const moments: Moment[] = [];
  for (const buyer of shop.buyers) {
    const count = Math.round(
      buyer.ordersADay * (ofWeekday[weekday] ?? 1) * growth * campaign * (0.8 + chance() * 0.4),
    );
    for (let left = count; left > 0;) {
      const size = Math.min(left, 1 + Math.floor(chance() * buyer.mostAtOnce));
      const at = new Date(day.start.getTime() + pick(chance, hours) * hourMs + Math.floor(chance() * hourMs));
      moments.push({
        at,
        orders: Array.from({ length: size }, () => orderOf(chance, shop, buyer, day.index)),
      });
      left -= size;
    }
  }
  return moments.filter(({ at }) => at < day.until).toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function orderOf(
  chance: () => number,
  shop: Shop,
  buyer: Shop['buyers'][number],
  index: number,
): Moment['orders'][number] {
  const { name, email, greeting } = recipient(chance, index < quietFrom);
  const offer = pick(chance, shop.offers);
  const isTest = chance() < 0.02;
  const scripted = isTest && chance() < 0.4 ? 'simulate:error=5000' : '';
  return {
    clientId: buyer.id,
    data: {
      product_id: offer.productId,
      face: offer.face,
      uuid: `${buyer.id}-${index}-${Math.floor(chance() * 1e12).toString(36)}`,
      email_from: buyer.email,
      email_to: email,
      from: buyer.sender,
      to: name,
      text: greeting,
      code: pick(chance, buyer.serviceCodes),
      external_id: `${buyer.prefix}-${Math.floor(chance() * 900_000) + 100_000}`,
      comment: isTest ? `Проверка обмена ${scripted}`.trim() : '',
      testmode: isTest,
    },
  };
}
