/** What pages say of an order that a choice certificate has paid, and of a choice certificate itself. */
import { isTaken, type ExchangedOrder } from '../../orders/exchange/exchanged-orders.ts';
import { formatFace } from '../../platform/text/formats.ts';
import { html, type Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { OrderStory } from '../client-order.ts';
import { at } from '../../web/request-language.ts';

const ru = {
  paidBy: 'Оплачен сертификатом на выбор',
  order: (id: number) => `заказ ${id}`,
  chosen: 'Обменян на',
  back: 'сумма вернулась на сертификат',
  returned: (sum: string) => `отозван после сертификата, клиенту вернулось ${sum}`,
  left: 'Осталось на сертификате',
};

const labels: Record<Language, typeof ru> = {
  ru,
  en: {
    paidBy: 'Paid by a choice certificate',
    order: (id) => `order ${id}`,
    chosen: 'Exchanged for',
    back: 'its sum is back on the certificate',
    returned: (sum) => `taken back after the certificate; ${sum} were returned to the client`,
    left: 'Left on the certificate',
  },
};

/** `path`: of the list of orders. */
export function exchangeFacts(
  { order, chosen }: OrderStory,
  path: string,
  language: Language,
): (readonly [string, Content])[] {
  const { paidBy, order: named, chosen: into, left } = labels[language];
  const link = (id: number, text: string): Content =>
    html`<a href="${at(`${path}/${id}`, language)}">${text}</a>`;
  const { cardRequestId } = order;
  if (cardRequestId !== null) return [[paidBy, link(cardRequestId, named(cardRequestId))]];
  if (chosen.length === 0) return [];
  const lines = chosen.map((one, index) => {
    const { requestId, title, faceKopecks, givenBackAt } = one;
    return html`${index > 0 && html`<br>`}${link(requestId, title)}, ${formatFace(faceKopecks, language)}${givenBackAt !== null && html` <span class="hint">${backOf(one, language)}</span>`}`;
  });
  const taken = chosen.filter(isTaken);
  const leftKopecks = taken.reduce((rest, { faceKopecks }) => rest - faceKopecks, order.faceKopecks);
  const chosenFact = [into, html`${lines}`] as const;
  // The rest of a refunded one went to its client.
  return order.refundedAt === null ? [chosenFact, [left, formatFace(leftKopecks, language)]] : [chosenFact];
}

const backOf = ({ returnedKopecks }: ExchangedOrder, language: Language): string => {
  const { back, returned } = labels[language];
  return returnedKopecks === null ? back : returned(formatFace(returnedKopecks, language));
};
