/** What `/o/suppliers` says. */
import type { Language } from '../../../platform/text/language.ts';

export interface SupplierLabels {
  title: string;
  add: string;
  search: string;
  empty: string;
  none: string;
  id: string;
  name: string;
  email: string;
  emailHint: string;
  products: string;
  newProduct: string;
  tills: string;
  calledBy: string;
  notCalled: string;
  test: string;
  green: string;
  red: string;
  untested: string;
  change: string;
  save: string;
  saved: string;
  added: string;
  company: string;
  brands: string;
  brandsLead: string;
  brand: string;
  orders: string;
  sum: string;
  lowAt: string;
  lowAtHint: string;
  noLimit: string;
  used: (used: string, of: string) => string;
  changeBrand: string;
  setLimits: string;
  schedule: string;
  scheduleLead: string;
  addresses: string;
  cron: string;
  cronHint: string;
  holidays: string;
  holidaysHint: string;
  reminder: string;
  language: string;
  nextLetter: string;
  askNow: string;
  askNowHint: string;
  asked: (codes: string) => string;
  nothingToAsk: string;
  access: string;
  accessLead: string;
  token: string;
  hasToken: string;
  noToken: string;
  newToken: string;
  tokenShown: string;
  tokenLead: string;
  networks: string;
  networksHint: string;
  format: string;
  fields: string;
  redeemsOwn: string;
  pullHours: string;
  pullHoursHint: string;
  people: string;
  noPeople: string;
  invite: string;
  inviteEmail: string;
  invited: string;
  invitations: Record<'open' | 'expired', string>;
  problems: Record<
    | 'name'
    | 'name-taken'
    | 'email'
    | 'limit'
    | 'percent'
    | 'bad-address'
    | 'no-address'
    | 'too-many-addresses'
    | 'bad-schedule'
    | 'day'
    | 'hours'
    | 'networks'
    | 'member'
    | 'invite',
    string
  >;
}

export const supplierLabels: Record<Language, SupplierLabels> = {
  ru: {
    title: 'Поставщики',
    add: 'Добавить поставщика',
    search: 'Название или номер',
    empty: 'Поставщиков пока нет: заведите первого.',
    none: 'Таких поставщиков нет.',
    id: 'Номер',
    name: 'Название',
    email: 'Почта для кодов и лимитов',
    emailHint: 'С этого адреса принимаются файлы с кодами, сюда пишут о лимитах. Пусто — никому.',
    products: 'Продуктов',
    newProduct: 'Добавить продукт',
    tills: 'Кассиры',
    calledBy: 'Вид API',
    notCalled: 'не вызывается',
    test: 'Финальный тест',
    green: 'пройден',
    red: 'не пройден',
    untested: 'не проводился',
    change: 'Изменить',
    save: 'Сохранить',
    saved: 'Сохранено.',
    added: 'Поставщик заведён.',
    company: 'Компания',
    brands: 'Бренды и лимиты',
    brandsLead: 'Сколько можно продать за московский месяц.',
    brand: 'Бренд',
    orders: 'Заказов в месяц',
    sum: 'Сумма в месяц, ₽',
    lowAt: 'Предупредить, когда осталось меньше, %',
    lowAtHint: 'Пусто — не предупреждать.',
    noLimit: 'без лимита',
    used: (used, of) => `${used} из ${of}`,
    changeBrand: 'Изменить лимит или добавить бренд',
    setLimits: 'Сохранить бренд',
    schedule: 'Письма об активации',
    scheduleLead: 'Кому и когда уходят таблицы кодов, которые нужно активировать. Время московское.',
    addresses: 'Адреса, по одному в строке',
    cron: 'Расписание',
    cronHint: 'Минута, час, день, месяц, день недели: 0 12 * * 1-5 — в полдень по будням.',
    holidays: 'Праздники',
    holidaysHint: 'Даты вида 2027-01-01, по одной в строке.',
    reminder: 'Напомнить без ответа через, часов',
    language: 'Язык писем',
    nextLetter: 'Следующее письмо',
    askNow: 'Отправить письмо сейчас',
    askNowHint: 'Со всеми проданными кодами, о которых ещё не писали. Расписание остаётся прежним.',
    asked: (codes) => `Письмо отправляется, кодов в нём: ${codes}.`,
    nothingToAsk: 'Писать не о чем: новых кодов для активации нет.',
    access: 'Доступ к нашему API',
    accessLead: 'Для программ поставщика: проверка и гашение кодов, список проданного.',
    token: 'Токен',
    hasToken: 'выдан',
    noToken: 'не выдан',
    newToken: 'Выдать новый токен',
    tokenShown: 'Новый токен поставщика',
    tokenLead:
      'Он показан один раз; прежний больше не действует. Передайте его поставщику надёжным способом.',
    networks: 'Сети, из которых можно вызывать',
    networksHint: 'По одной в строке; пусто — любые.',
    format: 'Формат списка проданного',
    fields: 'Поля списка проданного',
    redeemsOwn: 'Свои коды, проданные нами, гасятся у нас',
    pullHours: 'Сколько часов продажи могут ждать запроса списка',
    pullHoursHint: 'Для кодов, которые активирует список: если его не запросят дольше, приходит письмо.',
    people: 'Люди поставщика',
    noPeople: 'У поставщика ещё никого нет.',
    invite: 'Пригласить управляющего',
    inviteEmail: 'Почта управляющего',
    invited: 'Приглашение отправлено.',
    invitations: { open: 'приглашение отправлено', expired: 'приглашение истекло' },
    problems: {
      name: 'Введите название.',
      'name-taken': 'Поставщик с таким названием уже есть.',
      email: 'Это не адрес почты. Проверьте, нет ли в нём русских букв, похожих на латинские.',
      limit: 'Лимит — целое число или пусто.',
      percent: 'Процент — от 1 до 99 или пусто.',
      'bad-address': 'Один из адресов — не адрес почты.',
      'no-address': 'Назовите хотя бы один адрес.',
      'too-many-addresses': 'Не больше десяти адресов.',
      'bad-schedule': 'Расписание непонятно, или все его дни — праздники.',
      day: 'Праздник — дата вида 2027-01-01.',
      hours: 'От 1 до 720 часов.',
      networks: 'Это не сеть: например, 203.0.113.0/24.',
      member: 'Этот человек уже здесь.',
      invite: 'Пригласить сейчас нельзя.',
    },
  },
  en: {
    title: 'Suppliers',
    add: 'Add a supplier',
    search: 'Name or number',
    empty: 'There are no suppliers: add the first.',
    none: 'There are no such suppliers.',
    id: 'Number',
    name: 'Name',
    email: 'E-mail for codes and limits',
    emailHint: 'Files with codes are accepted from this address, and limits are told to it. Empty: nobody.',
    products: 'Products',
    newProduct: 'Add a product',
    tills: 'Cashiers',
    calledBy: 'Kind of API',
    notCalled: 'not called',
    test: 'Final test',
    green: 'passed',
    red: 'failed',
    untested: 'never done',
    change: 'Change',
    save: 'Save',
    saved: 'Saved.',
    added: 'The supplier is added.',
    company: 'Company',
    brands: 'Brands and limits',
    brandsLead: 'How much may be sold in a Moscow month.',
    brand: 'Brand',
    orders: 'Orders a month',
    sum: 'Sum a month, ₽',
    lowAt: 'Alert when less is left, %',
    lowAtHint: 'Empty: never.',
    noLimit: 'no limit',
    used: (used, of) => `${used} of ${of}`,
    changeBrand: 'Change a limit or add a brand',
    setLimits: 'Save the brand',
    schedule: 'Letters about activation',
    scheduleLead: 'To whom and when tables of codes to activate are sent. Moscow time.',
    addresses: 'Addresses, one in each line',
    cron: 'Schedule',
    cronHint: 'Minute, hour, day, month, weekday: 0 12 * * 1-5 is noon on working days.',
    holidays: 'Holidays',
    holidaysHint: 'Dates such as 2027-01-01, one in each line.',
    reminder: 'Remind without an answer after, hours',
    language: 'Language of the letters',
    nextLetter: 'Next letter',
    askNow: 'Send a letter now',
    askNowHint: 'With all sold codes that no letter has yet. The schedule stays.',
    asked: (codes) => `A letter is on its way, codes: ${codes}.`,
    nothingToAsk: 'There is nothing to write about: no new codes to activate.',
    access: 'Access to our API',
    accessLead: 'For programs of the supplier: checking and redeeming codes, the list of what was sold.',
    token: 'Token',
    hasToken: 'issued',
    noToken: 'none',
    newToken: 'Issue a new token',
    tokenShown: 'New token of the supplier',
    tokenLead: 'It is shown once; the one before is invalid now. Hand it to the supplier in a safe way.',
    networks: 'Networks that may call',
    networksHint: 'One in each line; empty: any.',
    format: 'Format of the list of sales',
    fields: 'Fields of the list of sales',
    redeemsOwn: 'Its own codes, sold by us, are redeemed here',
    pullHours: 'Hours that sales may wait for a call for the list',
    pullHoursHint: 'For codes that the list activates: if nobody fetches it for longer, a letter is sent.',
    people: "The supplier's people",
    noPeople: 'The supplier has nobody here yet.',
    invite: 'Invite a manager',
    inviteEmail: 'E-mail of the manager',
    invited: 'The invitation is sent.',
    invitations: { open: 'invited', expired: 'the invitation has expired' },
    problems: {
      name: 'Enter a name.',
      'name-taken': 'There is a supplier of this name already.',
      email: 'This is no e-mail address. Look for letters of another alphabet that look like Latin ones.',
      limit: 'A limit is a whole number, or empty.',
      percent: 'A percentage is from 1 to 99, or empty.',
      'bad-address': 'One of the addresses is no e-mail address.',
      'no-address': 'Name an address.',
      'too-many-addresses': 'Ten addresses are the most.',
      'bad-schedule': 'The schedule is not understood, or all its days are holidays.',
      day: 'A holiday is a date such as 2027-01-01.',
      hours: 'From 1 to 720 hours.',
      networks: 'This is no network: for example 203.0.113.0/24.',
      member: 'This person is here already.',
      invite: 'Nobody can be invited now.',
    },
  },
};
