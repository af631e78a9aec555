import { counted } from '../../../platform/text/counted.ts';
import type { Language } from '../../../platform/text/language.ts';

/** Fields of the form, by their names in makeOrder. */
export type NewOrderField =
  | 'face'
  | 'delivery_type'
  | 'email_to'
  | 'to_phone'
  | 'to'
  | 'from'
  | 'email_from'
  | 'text'
  | 'date_send'
  | 'code'
  | 'comment'
  | 'external_id';

const ru = {
  title: 'Новый заказ',
  product: 'Что подарить',
  choose: 'Выберите номинал сертификата. Получателей может быть несколько.',
  otherFace: 'Другая сумма',
  noProducts: 'Сейчас заказать нечего: в каталоге нет доступных продуктов.',
  nothingFits: 'Под такой отбор не подходит ни один продукт, который можно заказать сейчас.',
  recipient: 'Кому',
  others: 'Ещё получатели',
  othersHint: (most: number) =>
    `По одному в строке: почта или телефон, потом имя. Всего до ${most} получателей; больше — массовым заказом.`,
  earlier: 'Из прежних заказов',
  noAddress: (line: string) => `«${line}»: нужна почта или телефон.`,
  twice: (address: string) => `${address}: названо дважды.`,
  tooMany: (most: number) => `Больше ${most} получателей заказывают массовым заказом.`,
  wrongOf: (address: string, problem: string) => `${address}: ${problem}`,
  alone: (sum: string) =>
    `Один человек заказывает нескольким получателям сразу не больше чем на ${sum}. Сделайте массовый заказ: его подтвердит второй человек.`,
  other: 'Другой продукт',
  fields: {
    face: 'Номинал',
    delivery_type: 'Как вручить',
    email_to: 'Почта получателя',
    to_phone: 'Телефон получателя',
    to: 'Имя получателя',
    from: 'От кого',
    email_from: 'Почта отправителя',
    text: 'Поздравление',
    date_send: 'Отправить в день и час (по Москве)',
    code: 'Служебный код',
    comment: 'Служебный комментарий',
    external_id: 'Ваш номер',
  } satisfies Record<NewOrderField, string>,
  hints: {
    email_to: 'Сюда придёт письмо с сертификатом.',
    to_phone: '11 цифр, начиная с 7.',
    date_send: 'Пусто — сразу.',
    code: 'Латинские прописные буквы, цифры и подчёркивание: отдел, акция. Пусто — API.',
    comment: 'Получатель его не увидит.',
    external_id: 'Под которым заказ записан у вас.',
  } as Partial<Record<NewOrderField, string>>,
  wrong: {
    face: 'Такого номинала нет или его коды закончились.',
    product_id: 'Этот продукт сейчас не продаётся.',
    email_to: 'Такой почты не бывает. Проверьте, нет ли в ней русских букв, похожих на латинские.',
    email_from: 'Такой почты не бывает. Проверьте, нет ли в ней русских букв, похожих на латинские.',
    to_phone: 'Нужно 11 цифр, начиная с 7.',
    date_send: 'День и час должны быть впереди, в пределах десяти лет, а сертификат — действовать и тогда.',
    code: 'Только латинские прописные буквы, цифры и подчёркивание.',
    to: 'Слишком длинно: до 255 знаков.',
    from: 'Слишком длинно: до 255 знаков.',
    text: 'Слишком длинно: до 512 знаков.',
    comment: 'Слишком длинно: до 512 знаков.',
    external_id: 'Слишком длинно: до 255 знаков.',
  } as Record<string, string>,
  wrongOther: 'Проверьте заказ.',
  between: (least: string, most: string) => `Любая сумма от ${least} до ${most}.`,
  deliveries: { email: 'письмом', sms: 'по СМС', link: 'ссылкой, которую передам я' },
  more: 'Отправитель, время и служебные поля',
  testmode: 'Тестовый заказ',
  testHint: 'Ничего не стоит, код — образец. Писем не больше 15 в день.',
  check: 'Посмотреть перед заказом',
  preview: 'Всё верно?',
  recipients: (count: number) => counted(count, 'ru', ['получатель', 'получателя', 'получателей']),
  price: 'Спишется с баланса',
  available: 'Сейчас на балансе',
  free: 'Ничего: заказ тестовый',
  shortOf: 'На балансе не хватит средств. Пополните его или сделайте заказ тестовым.',
  letter: 'Письмо получателю',
  letterNote: 'Номер заказа, ссылка и срок в письме — для примера. Оформление с картинкой добавится само.',
  noLetter: 'Письма не будет: почта получателя не указана или выбран другой способ.',
  place: 'Заказать',
  placeMany: (count: number) => `Сделать ${counted(count, 'ru', ['заказ', 'заказа', 'заказов'])}`,
  placeTest: 'Сделать тестовый заказ',
  change: 'Изменить',
  placed: (id: number) => `Заказ ${id} принят.`,
  placedMany: (count: number) => `Принято: ${counted(count, 'ru', ['заказ', 'заказа', 'заказов'])}.`,
  stopped: (placed: number, all: number, next: string, why: string) =>
    `Принято заказов: ${placed} из ${all}. Остановились на получателе ${next}: ${why}`,
  refusals: {
    'supplier-limit': 'Лимит бренда на этот месяц исчерпан.',
    'no-stock': 'Коды этого номинала закончились.',
    'no-funds': 'На балансе не хватает средств. Заказ не сделан.',
    'uuid-mismatch': 'Эта форма уже отправлена с другими данными. Откройте новую.',
    other: 'Заказ не принят.',
  },
};

export const newOrderLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'New order',
    product: 'What to give',
    choose: 'Choose the face value of a certificate. It can go to several recipients.',
    otherFace: 'Another sum',
    noProducts: 'There is nothing to order now: no product of the catalogue is available.',
    nothingFits: 'No product that can be ordered now matches these filters.',
    recipient: 'For whom',
    others: 'More recipients',
    othersHint: (most) =>
      `One on each line: an e-mail or a phone, then the name. Up to ${most} recipients in all; for more, make a bulk order.`,
    earlier: 'From earlier orders',
    noAddress: (line) => `“${line}”: an e-mail or a phone is needed.`,
    twice: (address) => `${address} is named twice.`,
    tooMany: (most) => `For more than ${most} recipients, make a bulk order.`,
    wrongOf: (address, problem) => `${address}: ${problem}`,
    alone: (sum) =>
      `One person alone may order for several recipients at once up to ${sum}. Make a bulk order, which a second person confirms.`,
    other: 'Another product',
    fields: {
      face: 'Face value',
      delivery_type: 'How to hand it over',
      email_to: "Recipient's e-mail",
      to_phone: "Recipient's phone",
      to: "Recipient's name",
      from: 'From',
      email_from: "Sender's e-mail",
      text: 'Greeting',
      date_send: 'Send at this day and hour (Moscow)',
      code: 'Service code',
      comment: 'Service comment',
      external_id: 'Your number',
    },
    hints: {
      email_to: 'The letter with the certificate goes here.',
      to_phone: '11 digits, beginning with 7.',
      date_send: 'Empty: at once.',
      code: 'Latin capitals, digits and underscores: a department, a campaign. Empty: API.',
      comment: 'The recipient does not see it.',
      external_id: 'Under which you know the order.',
    },
    wrong: {
      face: 'There is no such face value, or its codes are sold out.',
      product_id: 'This product is not sold now.',
      email_to:
        'There is no such e-mail address. Look for letters of another alphabet that look like Latin ones.',
      email_from:
        'There is no such e-mail address. Look for letters of another alphabet that look like Latin ones.',
      to_phone: '11 digits are needed, beginning with 7.',
      date_send: 'The day and hour must lie ahead, within ten years, and the certificate must be valid then.',
      code: 'Only Latin capitals, digits and underscores.',
      to: 'Too long: up to 255 characters.',
      from: 'Too long: up to 255 characters.',
      text: 'Too long: up to 512 characters.',
      comment: 'Too long: up to 512 characters.',
      external_id: 'Too long: up to 255 characters.',
    },
    wrongOther: 'Please check the order.',
    between: (least, most) => `Any sum from ${least} to ${most}.`,
    deliveries: { email: 'by e-mail', sms: 'by text', link: 'by a link that I pass on' },
    more: 'Sender, time and service fields',
    testmode: 'Test order',
    testHint: 'It costs nothing, and its code is a sample. At most 15 letters a day.',
    check: 'Preview the order',
    preview: 'Is everything right?',
    recipients: (count) => counted(count, 'en', ['recipient', 'recipients', 'recipients']),
    price: 'Taken from the balance',
    available: 'On the balance now',
    free: 'Nothing: it is a test order',
    shortOf: 'Insufficient balance. Top it up, or make this a test order.',
    letter: 'Letter to the recipient',
    letterNote: 'Order number, link and date in the letter are samples. The look with its picture is added.',
    noLetter: 'There is no letter: no e-mail is given, or another way is chosen.',
    place: 'Place the order',
    placeMany: (count) => `Place ${counted(count, 'en', ['order', 'orders', 'orders'])}`,
    placeTest: 'Place the test order',
    change: 'Change',
    placed: (id) => `Order ${id} is accepted.`,
    placedMany: (count) => `Accepted: ${counted(count, 'en', ['order', 'orders', 'orders'])}.`,
    stopped: (placed, all, next, why) => `Accepted: ${placed} of ${all} orders. Stopped at ${next}: ${why}`,
    refusals: {
      'supplier-limit': 'The limit of the brand for this month is used up.',
      'no-stock': 'The codes of this face value are sold out.',
      'no-funds': 'Insufficient balance. Nothing was ordered.',
      'uuid-mismatch': 'This form was sent before with other values. Open a new one.',
      other: 'The order was not accepted.',
    },
  },
};
