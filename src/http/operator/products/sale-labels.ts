/** What the page of a product says of its sale. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Продажа',
  onSale: 'продаётся',
  notYet: 'ещё не продаётся',
  offSale: 'не продаётся',
  since: 'Состояние с',
  onWord: 'Зелёного финального теста нет: за продукт поручились.',
  putOn: 'Поставить на продажу',
  takeOff: 'Снять с продажи',
  putOnHint: 'Если включены «четыре глаза», это сначала подтвердит другой человек.',
  lacking: (on: boolean): string =>
    on
      ? 'Продукт включён, но клиенты его не видят и заказать не могут. Не хватает:'
      : 'Чтобы продукт продавался, кроме включения не хватает:',
  next: {
    targets: 'Выбрать, на что её обменивать',
    calls: 'Задать подключение',
    'supplier-codes': 'Импортировать каталог ещё раз: продукт, который не продавался, получит пул',
    test: 'Запустить финальный тест',
    'red-test': 'Повторить финальный тест',
    'by-hand': 'Провести тест вручную: подключение поставщика',
  },
  voucher: 'Поручитель',
  reason: 'Причина',
  vouch: 'Поручиться за продукт',
  vouchLead:
    'Если вы уверены, что сертификаты принимают, хотя теста нет. Ваше имя и причина останутся в журнале, а пока поручительство действует — и в проверке учёта. Оно закончится, когда пройдёт тест этой схемы, изменится подключение или вы его отзовёте. При «четырёх глазах» нужен второй человек.',
  vouchReason: 'Почему вы уверены',
  vouchReasonHint: 'Например: 3 ноября погашен вручную в двух магазинах.',
  withdraw: 'Отозвать поручительство',
  withdrawHint: 'Без зелёного теста продукт сразу перестанет продаваться. Принятые заказы будут выполнены.',
  vouched: 'Записано: вы поручились за продукт.',
  withdrawn: 'Поручительство отозвано.',
  problems: {
    'no-reason': 'Напишите, почему вы уверены: до 500 знаков.',
    'not-vouchable': 'Поручиться за этот продукт нельзя.',
    'no-vouch': 'За этот продукт никто не поручался.',
  },
};

export const saleLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Sale',
    onSale: 'on sale',
    notYet: 'not on sale yet',
    offSale: 'not on sale',
    since: 'Since',
    onWord: 'There is no green final test: somebody vouches for the product.',
    putOn: 'Put on sale',
    takeOff: 'Take off sale',
    putOnHint: 'With four eyes, another person approves it first.',
    lacking: (on) =>
      on
        ? 'The product is switched on, but clients don’t see it and can’t order it. What is lacking:'
        : 'What is lacking before it can be sold, besides being switched on:',
    next: {
      targets: 'Choose what it is exchanged for',
      calls: 'Set the connection',
      'supplier-codes': 'Import the catalogue again: a product that was never on sale gets a pool',
      test: 'Run the final test',
      'red-test': 'Repeat the final test',
      'by-hand': 'Test it by hand: the onboarding of its supplier',
    },
    voucher: 'Vouched for by',
    reason: 'Reason',
    vouch: 'Vouch for the product',
    vouchLead:
      'If you are sure that its certificates are accepted although there is no test. Your name and the reason stay in the audit and, as long as it lasts, in each proof. It ends with a test of this scheme, when the connection changes, or when you take it back. With four eyes it needs a second person.',
    vouchReason: 'Why you are sure',
    vouchReasonHint: 'For example: redeemed by hand in two shops on 3 November.',
    withdraw: 'Take the word back',
    withdrawHint: 'Without a green test the product is off sale at once. Accepted orders are carried out.',
    vouched: 'Noted: you vouch for the product.',
    withdrawn: 'It is taken back.',
    problems: {
      'no-reason': 'Say why you are sure, in up to 500 characters.',
      'not-vouchable': 'Nobody can vouch for this product.',
      'no-vouch': 'Nobody vouches for this product.',
    },
  },
};
