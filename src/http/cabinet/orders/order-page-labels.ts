/** What the page of an order says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: (id: number) => `Заказ ${id}`,
  back: 'Все заказы',
  facts: {
    bulk: 'Массовый заказ',
    moved: 'Письма и вызовы в архиве оператора',
    sender: 'От кого',
    greeting: 'Поздравление',
    dateSend: 'Отправить не раньше',
    comment: 'Служебный комментарий',
    externalId: 'Ваш номер',
  },
  /** What the order did to the balance. */
  sums: { held: 'Зарезервировано', taken: 'Списано с баланса', returned: 'Возвращено на баланс' },
  oneMore: 'Ещё один такой заказ',
  changeComment: 'Изменить комментарий',
  saveComment: 'Сохранить комментарий',
  commentHint: 'До 512 знаков. Его видят только в кабинете; по API возвращается прежний, из заказа.',
  commentChanged: (name: string) => `Последнее изменение: ${name}`,
  commented: 'Комментарий сохранён.',
  badComment: 'Не больше 512 знаков.',
  cancel: 'Отменить заказ',
  cancelLead:
    'Пока заказ ждёт, его можно отменить: деньги вернутся на баланс сразу, программа получит обратный вызов.',
  link: 'Показать ссылку',
  code: 'Показать код',
  openLead: 'Кто видит ссылку или код, может потратить сертификат. Показ записывается с вашим именем.',
  pin: 'ПИН',
  noTill: 'На кассе этот номер не примут. Получатель меняет сертификат на другие здесь:',
  callback: 'Последний обратный вызов',
  callbackBody: 'Что отправлено',
  callbackLost: 'Содержимое больше не открыть: ключ, которым оно закрыто, утрачен.',
  closed:
    'Показать нечего: сертификат не выпущен, отозван, его код ещё не активирован или уже стёрт, так как сертификат давно закончился.',
  cancelled: 'Заказ отменён, деньги снова на балансе.',
  tooLate: 'Отменить уже нельзя: заказ больше не ждёт.',
};

export const orderPageLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: (id) => `Order ${id}`,
    back: 'All orders',
    facts: {
      bulk: 'Bulk order',
      moved: "Messages and callbacks in the operator's archive",
      sender: 'From',
      greeting: 'Greeting',
      dateSend: 'Send no earlier than',
      comment: 'Service comment',
      externalId: 'Your number',
    },
    sums: { held: 'Held', taken: 'Taken from the balance', returned: 'Returned to the balance' },
    oneMore: 'One more like this',
    changeComment: 'Change the comment',
    saveComment: 'Save the comment',
    commentHint:
      'Up to 512 characters. Only people in the cabinet see it; the API returns the original comment.',
    commentChanged: (name) => `Last changed by ${name}`,
    commented: 'The comment is saved.',
    badComment: 'No more than 512 characters.',
    cancel: 'Cancel the order',
    cancelLead:
      'While the order waits it can be cancelled: the money is back at once, and the program gets a callback.',
    link: 'Show the link',
    code: 'Show the code',
    openLead:
      'Whoever sees the link or the code can spend the certificate. Viewing is recorded with your name.',
    pin: 'PIN',
    noTill: 'No till takes this number. Its holder exchanges the certificate for others here:',
    callback: 'The last callback',
    callbackBody: 'What was sent',
    callbackLost: 'It cannot be opened any more: the key that sealed it is lost.',
    closed:
      'There is nothing to show: the certificate was not issued, was taken back, its code is not active yet, or is no longer kept, as the certificate ended long ago.',
    cancelled: 'The order is cancelled, and the money is back.',
    tooLate: 'It is too late to cancel: the order is no longer waiting.',
  },
};
