/** What `/o/alerts` says. */
import type { Language } from '../../../platform/text/language.ts';

export interface AlertLabels {
  title: string;
  lead: string;
  readers: string;
  readersLead: string;
  noReaders: string;
  inSettings: string;
  address: string;
  language: string;
  add: string;
  remove: string;
  try: string;
  added: string;
  removed: string;
  sent: string;
  failed: (details: string) => string;
  stock: string;
  stockLead: string;
  noStock: string;
  product: string;
  supplier: string;
  level: string;
  limits: string;
  limitsLead: string;
  noLimits: string;
  brand: string;
  percent: string;
  save: string;
  saved: string;
  balances: string;
  problems: Record<'no-address' | 'known' | 'too-many' | 'level' | 'percent' | 'busy', string>;
}

export const alertLabels: Record<Language, AlertLabels> = {
  ru: {
    title: 'Предупреждения',
    lead: 'Кому и когда приходят письма о том, что кончаются коды и лимиты, и о том, что не работает.',
    readers: 'Кому у оператора',
    readersLead: 'Поставщик получает письма о своём по своему адресу.',
    noReaders: 'Пока никому: добавьте адрес.',
    inSettings: 'из настроек',
    address: 'Адрес почты',
    language: 'Язык писем',
    add: 'Добавить',
    remove: 'Убрать',
    try: 'Отправить пробное письмо',
    added: 'Адрес добавлен.',
    removed: 'Адрес убран.',
    sent: 'Почтовый сервер принял пробное письмо.',
    failed: (details) => `Пробное письмо не отправлено: ${details}.`,
    stock: 'Мало кодов',
    stockLead:
      'Одно письмо, когда у номинала свободных кодов меньше; следующее — после пополнения. 0 или пусто — не писать.',
    noStock: 'Нет продуктов, коды которых загружаются.',
    product: 'Продукт',
    supplier: 'Поставщик',
    level: 'Предупредить, когда меньше',
    limits: 'Лимит кончается',
    limitsLead:
      'Одно письмо, когда от месячного лимита бренда осталось не больше этой доли. Пусто — не писать.',
    noLimits: 'Ни у одного бренда нет месячного лимита.',
    brand: 'Бренд',
    percent: 'Предупредить при остатке, %',
    save: 'Сохранить',
    saved: 'Сохранено.',
    balances: 'Об остатке на балансе клиента предупреждают его людей: уровень — на странице денег клиента.',
    problems: {
      'no-address': 'Это не адрес почты. Проверьте, нет ли в нём русских букв, похожих на латинские.',
      known: 'Этот адрес уже есть.',
      'too-many': 'Больше 20 адресов не бывает: заведите общий.',
      level: 'Введите целое число кодов.',
      percent: 'Введите долю от 1 до 99.',
      busy: 'Пробное письмо уже отправляется: повторите через минуту.',
    },
  },
  en: {
    title: 'Alerts',
    lead: 'Who is written to when codes and limits run out, and when something does not work.',
    readers: 'Who of the operator',
    readersLead: "A supplier gets letters about its own things at the supplier's address.",
    noReaders: 'Nobody yet: add an address.',
    inSettings: 'from the settings',
    address: 'E-mail address',
    language: 'Language of the letters',
    add: 'Add',
    remove: 'Remove',
    try: 'Send a trial letter',
    added: 'The address is added.',
    removed: 'The address is removed.',
    sent: 'The mail server took the trial letter.',
    failed: (details) => `The trial letter was not sent: ${details}.`,
    stock: 'Few codes',
    stockLead:
      'One letter when a face value has fewer free codes; the next after it was refilled. 0 or empty: no letter.',
    noStock: 'There are no products whose codes are loaded.',
    product: 'Product',
    supplier: 'Supplier',
    level: 'Alert below',
    limits: 'A limit runs out',
    limitsLead: "One letter when no more than this is left of a brand's monthly limit. Empty: no letter.",
    noLimits: 'No brand has a monthly limit.',
    brand: 'Brand',
    percent: 'Alert when this is left, %',
    save: 'Save',
    saved: 'Saved.',
    balances: "A client's people are told of its balance: the level is on the page of the client's money.",
    problems: {
      'no-address':
        'This is no e-mail address. Look for letters of another alphabet that look like Latin ones.',
      known: 'This address is there already.',
      'too-many': 'There are at most 20 addresses: use a shared one.',
      level: 'Enter a whole number of codes.',
      percent: 'Enter a share from 1 to 99.',
      busy: 'A trial letter is on its way: repeat it in a minute.',
    },
  },
};
