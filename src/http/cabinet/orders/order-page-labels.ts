/** What the page of an order says. */
import type { Language } from '../../../platform/text/language.ts';

interface OrderPageLabels {
  title: (id: number) => string;
  back: string;
  story: string;
  facts: Record<
    | 'orderNumber'
    | 'bulk'
    | 'product'
    | 'face'
    | 'recipient'
    | 'erased'
    | 'moved'
    | 'address'
    | 'sender'
    | 'greeting'
    | 'dateSend'
    | 'expires'
    | 'code'
    | 'comment'
    | 'externalId'
    | 'uuid'
    | 'error',
    string
  >;
  /** What the order did to the balance. */
  sums: Record<'held' | 'taken' | 'returned', string>;
  acts: string;
  changeComment: string;
  saveComment: string;
  commentHint: string;
  commentChanged: (name: string) => string;
  commented: string;
  badComment: string;
  cancel: string;
  cancelLead: string;
  link: string;
  code: string;
  openLead: string;
  pin: string;
  callback: string;
  callbackBody: string;
  callbackLost: string;
  closed: string;
  cancelled: string;
  tooLate: string;
}

export const orderPageLabels: Record<Language, OrderPageLabels> = {
  ru: {
    title: (id) => `Заказ ${id}`,
    back: 'Все заказы',
    story: 'Что было с заказом',
    facts: {
      orderNumber: 'Номер заказа',
      bulk: 'Массовый заказ',
      product: 'Продукт',
      face: 'Номинал',
      recipient: 'Получатель',
      erased: 'Данные получателя стёрты',
      moved: 'Письма и вызовы в архиве оператора',
      address: 'Почта и телефон',
      sender: 'От кого',
      greeting: 'Поздравление',
      dateSend: 'Отправить не раньше',
      expires: 'Действует до',
      code: 'Служебный код',
      comment: 'Служебный комментарий',
      externalId: 'Ваш номер',
      uuid: 'uuid',
      error: 'Почему не выпущен',
    },
    sums: { held: 'Зарезервировано', taken: 'Списано с баланса', returned: 'Возвращено на баланс' },
    acts: 'Что можно сделать',
    changeComment: 'Изменить комментарий',
    saveComment: 'Сохранить комментарий',
    commentHint: 'До 512 знаков. Его видят только в кабинете; программе по API отвечает прежний, из заказа.',
    commentChanged: (name) => `Изменил(а) ${name}`,
    commented: 'Комментарий сохранён.',
    badComment: 'Не больше 512 знаков.',
    cancel: 'Отменить заказ',
    cancelLead:
      'Пока заказ ждёт, его можно отменить: деньги вернутся на баланс сразу, программа получит обратный вызов.',
    link: 'Показать ссылку',
    code: 'Показать код',
    openLead: 'Кто видит ссылку или код, может потратить сертификат. Показ записывается с вашим именем.',
    pin: 'ПИН',
    callback: 'Последний обратный вызов',
    callbackBody: 'Что отправлено',
    callbackLost: 'Содержимое больше не открыть: ключ, которым оно закрыто, утрачен.',
    closed:
      'Показать нечего: сертификат не выпущен, отозван, его код ещё не активирован или уже стёрт, так как сертификат давно закончился.',
    cancelled: 'Заказ отменён, деньги снова на балансе.',
    tooLate: 'Отменить уже нельзя: заказ больше не ждёт.',
  },
  en: {
    title: (id) => `Order ${id}`,
    back: 'All orders',
    story: 'What happened to the order',
    facts: {
      orderNumber: 'Order number',
      bulk: 'Bulk order',
      product: 'Product',
      face: 'Face value',
      recipient: 'Recipient',
      erased: 'Recipient erased',
      moved: "Messages and callbacks in the operator's archive",
      address: 'E-mail and phone',
      sender: 'From',
      greeting: 'Greeting',
      dateSend: 'Send no earlier than',
      expires: 'Valid until',
      code: 'Service code',
      comment: 'Service comment',
      externalId: 'Your number',
      uuid: 'uuid',
      error: 'Why it was not issued',
    },
    sums: { held: 'Held', taken: 'Taken from the balance', returned: 'Returned to the balance' },
    acts: 'What you can do',
    changeComment: 'Change the comment',
    saveComment: 'Save the comment',
    commentHint: 'Up to 512 signs. Only people in the cabinet see it; the API answers the one of the order.',
    commentChanged: (name) => `Changed by ${name}`,
    commented: 'The comment is saved.',
    badComment: 'No more than 512 signs.',
    cancel: 'Cancel the order',
    cancelLead:
      'While the order waits it can be cancelled: the money is back at once, and the program gets a callback.',
    link: 'Show the link',
    code: 'Show the code',
    openLead: 'Whoever sees the link or the code can spend the certificate. That you saw it is recorded.',
    pin: 'PIN',
    callback: 'The last callback',
    callbackBody: 'What was sent',
    callbackLost: 'It cannot be opened any more: the key that sealed it is lost.',
    closed:
      'There is nothing to show: the certificate was not issued, was taken back, its code is not active yet, or is no longer kept, as the certificate ended long ago.',
    cancelled: 'The order is cancelled, and the money is back.',
    tooLate: 'It is too late to cancel: the order does not wait any more.',
  },
};
