/** What is read before something that a restore set aside is judged. */
import { formatCount } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { OpenOfGuard } from '../../../upkeep/restores/guard.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { restoreLabels } from './labels.ts';
import { restorePath } from './restore-view.ts';

export type RestoreStep = 'codes' | 'orders' | 'messages' | 'limits' | 'end';

const labels = {
  ru: {
    count: 'Сколько',
    product: 'Продукт',
    sold: { title: 'Считать оставшиеся коды проданными?', text: 'Они больше никогда не будут проданы.' },
    unsold: {
      title: 'Считать оставшиеся коды непроданными?',
      text: 'Они снова поступят в продажу. Если код был продан в потерянное время, его продадут второй раз.',
    },
    orders: {
      title: 'Отпустить все задержанные заказы?',
      text: 'Каждый будет выпущен. Если заказ уже выпущен в потерянное время, клиент получит второй сертификат.',
    },
    send: {
      title: 'Отправить все задержанные письма и СМС?',
      text: 'Если сообщение уже ушло в потерянное время, получатель получит его второй раз.',
    },
    drop: {
      title: 'Не отправлять задержанные письма и СМС?',
      text: 'Если сообщение ещё не уходило, получатель его не получит.',
    },
    keep: {
      title: 'Оставить запас по лимитам засчитанным?',
      text: 'На эти числа в месяце можно будет продать меньше.',
    },
    'give-back': {
      title: 'Вернуть запас по лимитам?',
      text: 'Если в потерянное время продано больше, лимит поставщика будет превышен.',
    },
  },
  en: {
    count: 'How many',
    product: 'Product',
    sold: { title: 'Take the remaining codes as sold?', text: 'They will never be sold again.' },
    unsold: {
      title: 'Take the remaining codes as not sold?',
      text: 'They are on sale again. A code that was sold in the lost time is sold a second time.',
    },
    orders: {
      title: 'Release all held orders?',
      text: 'Each is issued. If an order was issued in the lost time, the client gets a second certificate.',
    },
    send: {
      title: 'Send all held letters and texts?',
      text: 'If a message went out in the lost time, the recipient gets it twice.',
    },
    drop: {
      title: 'Not send the held letters and texts?',
      text: 'If a message did not go out before, the recipient never gets it.',
    },
    keep: { title: 'Keep the margins of limits counted?', text: 'So much less can be sold in the month.' },
    'give-back': {
      title: 'Give back the margins of limits?',
      text: 'If more was sold in the lost time, the limit of the supplier is exceeded.',
    },
  },
} as const;

const says: Record<RestoreStep, readonly (keyof (typeof labels)['ru'])[]> = {
  codes: ['sold', 'unsold'],
  orders: ['orders'],
  messages: ['send', 'drop'],
  limits: ['keep', 'give-back'],
  end: [],
};

interface Judged {
  open: OpenOfGuard;
  productId: number | null;
  /** The button. */
  say: string | null;
}

/** Null: there is nothing to judge, or the guard ends because nothing is left of it. */
export function restoreQuestion(step: RestoreStep, judged: Judged, language: Language): Question | null {
  const { productId, say } = judged;
  const texts = labels[language];
  const name = step === 'orders' ? 'orders' : says[step].find((one) => one === say);
  const count = countOf(step, judged);
  if (name === undefined || name === 'count' || name === 'product' || count === 0) return null;
  const { title, text } = texts[name];
  return {
    title,
    facts: [
      productId === null ? null : [texts.product, `№ ${productId}`],
      [texts.count, formatCount(count, language)],
    ],
    text,
    act: actOf(name, language),
    back: restorePath,
  };
}

function countOf(step: RestoreStep, { open, productId }: Judged): number {
  switch (step) {
    case 'codes':
      return open.codes
        .filter((one) => one.productId === productId)
        .reduce((total, { codes }) => total + codes, 0);
    case 'orders':
      return open.orders;
    case 'messages':
      return open.deliveries;
    case 'limits':
      return open.limits.length;
    case 'end':
      return 0;
  }
}

type Said = Exclude<keyof (typeof labels)['ru'], 'count' | 'product'>;

function actOf(name: Said, language: Language): string {
  const { sold, unsold, issue, send, drop, keep, giveBack } = restoreLabels[language];
  return { sold, unsold, orders: issue, send, drop, keep, 'give-back': giveBack }[name];
}
