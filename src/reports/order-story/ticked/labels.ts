/** What is said of orders that were ticked in a list. */
import type { Language } from '../../../platform/text/language.ts';

/** `replay`: the callback. */
export type TickedAct = 'resend' | 'cancel' | 'replay';

const ru = {
  ticked: 'С отмеченными',
  tick: (id: number) => `Отметить ${id}`,
  file: 'Файлом XLSX',
  acts: { resend: 'Отправить ещё раз', cancel: 'Отменить', replay: 'Отправить ещё раз' } satisfies Record<
    TickedAct,
    string
  >,
  titles: {
    resend: (count: string) => `Отправить ещё раз: ${count}?`,
    cancel: (count: string) => `Отменить заказы: ${count}?`,
    replay: (count: string) => `Отправить обратные вызовы ещё раз: ${count}?`,
  } satisfies Record<TickedAct, (count: string) => string>,
  texts: {
    resend:
      'Письма и СМС уйдут туда же, куда уходили. Кто уже получил сертификат, получит его второй раз. Что отправить нельзя, будет названо.',
    cancel:
      'Сертификаты не будут выпущены, получателям ничего не придёт. Деньги сразу вернутся на баланс, программа клиента получит обратные вызовы.',
    replay: 'Программа клиента получит те же вызовы с теми же номерами, по восемь попыток.',
  } satisfies Record<TickedAct, string>,
  does: {
    resend: (count: string) => `Отправить: ${count}`,
    cancel: (count: string) => `Отменить: ${count}`,
    replay: (count: string) => `Отправить: ${count}`,
  } satisfies Record<TickedAct, (count: string) => string>,
  orders: 'Заказы',
  sum: 'Вернётся на баланс',
  left: {
    resend: 'Пропускаем: сертификата нет',
    cancel: 'Пропускаем: уже не ждут',
    replay: 'Пропускаем: заказ ещё не завершён',
  } satisfies Record<TickedAct, string>,
  done: {
    resend: (count: string) => `Отправляем ещё раз: ${count}.`,
    cancel: (count: string) => `Отменено: ${count}.`,
    replay: (count: string) => `Отправляем ещё раз: ${count}.`,
  } satisfies Record<TickedAct, (count: string) => string>,
  tooLate: 'уже не ждёт.',
  missing: 'такого заказа нет.',
  noCallback: 'вызова не было.',
  noneTicked: 'Сначала отметьте строки.',
  none: {
    resend: 'Отправлять нечего: ни у одного отмеченного заказа нет сертификата.',
    cancel: 'Отменять нечего: ни один отмеченный заказ уже не ждёт.',
    replay: 'Отправлять нечего: отмеченные заказы ещё не кончились.',
  } satisfies Record<TickedAct, string>,
};

export const tickedLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    ticked: 'With the ticked ones',
    tick: (id) => `Tick ${id}`,
    file: 'As XLSX file',
    acts: { resend: 'Send again', cancel: 'Cancel', replay: 'Send again' },
    titles: {
      resend: (count) => `Send again: ${count}?`,
      cancel: (count) => `Cancel orders: ${count}?`,
      replay: (count) => `Send callbacks again: ${count}?`,
    },
    texts: {
      resend:
        'Letters and texts go to where they went before. Whoever has the certificate already gets it twice. What cannot be sent is named.',
      cancel:
        'The certificates will not be issued and the recipients get nothing. The money is back at once, and the program of the client gets callbacks.',
      replay:
        'The program of the client gets the same callbacks under the same numbers, in eight attempts each.',
    },
    does: {
      resend: (count) => `Send: ${count}`,
      cancel: (count) => `Cancel: ${count}`,
      replay: (count) => `Send: ${count}`,
    },
    orders: 'Orders',
    sum: 'Back on the balance',
    left: {
      resend: 'Left out: no certificate',
      cancel: 'Left out: not waiting any more',
      replay: 'Left out: the order has not ended',
    },
    done: {
      resend: (count) => `Being sent again: ${count}.`,
      cancel: (count) => `Cancelled: ${count}.`,
      replay: (count) => `Being sent again: ${count}.`,
    },
    tooLate: 'waits no more.',
    missing: 'there is no such order.',
    noCallback: 'there was no callback.',
    noneTicked: 'Tick rows first.',
    none: {
      resend: 'There is nothing to send: none of the ticked orders has a certificate.',
      cancel: 'There is nothing to cancel: none of the ticked orders waits any more.',
      replay: 'There is nothing to send: the ticked orders have not ended.',
    },
  },
};
