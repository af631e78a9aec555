/** What is read before a certificate is taken back and its sum returned. */
import { formatFace } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { orderLabels } from './labels.ts';
import type { OrderPage } from './order-view.ts';
import { refundOf } from './refund-sum.ts';

const labels = {
  ru: {
    title: (sum: string) => `Отозвать сертификат и вернуть ${sum}?`,
    client: 'Кому вернуть',
    certificate: 'Сертификат',
    order: 'Заказ',
    taken: 'Из него использовано',
    yes: 'да',
    toCard: (id: number) => `сертификат на выбор, заказ ${id}`,
    textExchanged:
      'Код закроется навсегда: получатель не сможет им заплатить. Неотправленные письма не уйдут, сумма сразу вернётся на сертификат на выбор, которым заказ оплачен: его получатель сможет выбрать что-то другое. Клиенту не возвращается ничего.',
    text: 'Код закроется навсегда: получатель не сможет им заплатить. Неотправленные письма не уйдут, сумма сразу вернётся на баланс клиента. Поставщику мы об этом не сообщаем.',
    textRedeemed:
      'Сумма сразу вернётся на баланс клиента. Убедитесь, что поставщик вернул деньги за погашенный сертификат: сами мы этого не видим.',
  },
  en: {
    title: (sum: string) => `Take the certificate back and return ${sum}?`,
    client: 'Returned to',
    certificate: 'Certificate',
    order: 'Order',
    taken: 'Used of it',
    yes: 'yes',
    toCard: (id: number) => `a choice certificate, order ${id}`,
    textExchanged:
      'Its code is blocked for good: the recipient cannot pay with it. Unsent letters are dropped, and the sum is back at once on the choice certificate that has paid it: its holder can choose something else. Nothing is returned to the client.',
    text: 'Its code is blocked for good: the recipient cannot pay with it. Unsent letters are dropped, and the sum is back on the balance of the client at once. We do not tell the supplier.',
    textRedeemed:
      'The sum is back on the balance of the client at once. Make sure that the supplier has returned the money of the redeemed certificate: we cannot see that.',
  },
};

/** Null: there is nothing to take back, so it is refused. */
export function refundQuestion(
  { story: { order }, client }: OrderPage,
  { note, takenBack }: { note: string; takenBack: boolean },
  language: Language,
): Question | null {
  const texts = labels[language];
  if (order.state !== 'issued' || order.testmode || order.refundedAt !== null) return null;
  const page = orderLabels[language];
  const { sumKopecks, to } = refundOf(order, takenBack);
  const isToCard = to === 'certificate';
  const { cardRequestId, takenKopecks } = order;
  return {
    title: texts.title(formatFace(sumKopecks, language)),
    facts: [
      [texts.client, isToCard && cardRequestId !== null ? texts.toCard(cardRequestId) : client],
      [texts.order, String(order.requestId)],
      [texts.certificate, `${order.title}, ${formatFace(order.faceKopecks, language)}`],
      takenKopecks > 0 ? [texts.taken, formatFace(takenKopecks, language)] : null,
      takenBack ? [page.takenBack, texts.yes] : null,
      [page.note, note],
    ],
    text: isToCard ? texts.textExchanged : takenBack ? texts.textRedeemed : texts.text,
    act: page.refund,
    back: `/o/orders/${order.requestId}`,
  };
}
