/** What `/o/onboarding` says. */
import type { Language } from '../../../platform/text/language.ts';

export interface BoardLabels {
  title: string;
  lead: string;
  empty: string;
  supplier: string;
  step: string;
  waitsFor: string;
  since: string;
  todo: string;
  days: (days: number) => string;
  addTitle: string;
  name: string;
  email: string;
  language: string;
  add: string;
  knownTitle: string;
  known: string;
  begin: string;
  begun: string;
  errors: Record<'no-name' | 'name-taken' | 'bad-email' | 'no-supplier', string>;
  back: string;
  supplierPage: string;
  addProduct: string;
  schedule: string;
  drafts: string;
  calls: string;
  runTest: string;
  newClient: string;
  inviteAgain: string;
  invitedTo: (email: string) => string;
  answers: string;
  accept: string;
  agreeTemplate: string;
  testOrder: string;
  testOrderHint: string;
  noOrder: string;
  note: string;
  goLive: string;
  waits: string;
  live: string;
  notReady: string;
  changed: string;
  noted: string;
  written: string;
  invite: string;
  invited: string;
  notInvited: string;
  chosen: string;
  needsProduct: string;
}

export const boardLabels: Record<Language, BoardLabels> = {
  ru: {
    title: 'Подключение',
    lead: 'Кто идёт к первой продаже, на каком шаге и чей ход.',
    empty: 'Сейчас никто не подключается. Пригласите нового поставщика внизу.',
    supplier: 'Поставщик',
    step: 'Шаг',
    waitsFor: 'Ход',
    since: 'На шаге',
    todo: 'Что сделать',
    days: (days) => `${days} дн.`,
    addTitle: 'Новый поставщик',
    name: 'Название',
    email: 'Почта управляющего',
    language: 'Язык письма',
    add: 'Завести и пригласить',
    knownTitle: 'Поставщик, который уже заведён',
    known: 'Номер поставщика',
    begin: 'Начать подключение',
    begun: 'Подключение начато.',
    errors: {
      'no-name': 'Укажите название до 200 знаков.',
      'name-taken': 'Поставщик с таким названием уже есть.',
      'bad-email': 'Укажите адрес почты целиком.',
      'no-supplier': 'Такого поставщика нет.',
    },
    back: 'Все подключения',
    supplierPage: 'Страница поставщика',
    addProduct: 'Завести продукт',
    schedule: 'Письма об активации',
    drafts: 'Файлы с кодами',
    calls: 'Настройки вызова',
    runTest: 'Финальный тест',
    newClient: 'Новый клиент',
    inviteAgain: 'Пригласить другого',
    invitedTo: (email) => `Приглашение отправлено на ${email}, действует до`,
    answers: 'Анкета',
    accept: 'Принять анкету',
    agreeTemplate: 'Согласовать шаблон',
    testOrder: 'Номер заказа с тестовым кодом',
    testOrderHint:
      'Загрузите один код, включите продукт и купите его в кабинете своего клиента («Новый заказ»): пока других кодов нет, больше никто его не купит. Номер заказа — на странице заказа.',
    noOrder: 'Такого заказа у этого поставщика нет.',
    note: 'Записать',
    goLive: 'Открыть продажи',
    waits: 'Ждёт решения второго человека.',
    live: 'Продажи открыты.',
    notReady: 'Сначала нужно пройти предыдущие шаги.',
    changed: 'Тем временем это изменилось. Посмотрите ещё раз.',
    noted: 'Записано.',
    written: 'Отправлено.',
    invite: 'Пригласить',
    invited: 'Приглашение отправлено.',
    notInvited:
      'Этот человек уже приглашён или состоит в команде, либо приглашать может только администратор.',
    chosen: 'Выбрано',
    needsProduct:
      'Откуда берутся коды, у продукта не меняется: заведите новый с выбранной схемой. Прежний, пока выключен, в продажу не попадёт.',
  },
  en: {
    title: 'Onboarding',
    lead: 'Who is on the way to a first sale, in which step, and whose turn it is.',
    empty: 'Nobody is being onboarded. Invite a new supplier below.',
    supplier: 'Supplier',
    step: 'Step',
    waitsFor: 'Turn',
    since: 'In the step',
    todo: 'What to do',
    days: (days) => `${days} d`,
    addTitle: 'New supplier',
    name: 'Name',
    email: 'E-mail of the manager',
    language: 'Language of the letter',
    add: 'Add and invite',
    knownTitle: 'A supplier that is known already',
    known: 'Number of the supplier',
    begin: 'Begin the onboarding',
    begun: 'The onboarding has begun.',
    errors: {
      'no-name': 'Give a name of up to 200 characters.',
      'name-taken': 'There is a supplier of this name.',
      'bad-email': 'Write one whole e-mail address.',
      'no-supplier': 'There is no such supplier.',
    },
    back: 'All onboardings',
    supplierPage: 'Page of the supplier',
    addProduct: 'Add the product',
    schedule: 'Activation letters',
    drafts: 'Files of codes',
    calls: 'Settings of the call',
    runTest: 'Final test',
    newClient: 'New client',
    inviteAgain: 'Invite somebody else',
    invitedTo: (email) => `The invitation was sent to ${email}; it is valid until`,
    answers: 'Questionnaire',
    accept: 'Accept the questionnaire',
    agreeTemplate: 'Agree to the template',
    testOrder: 'Order number of the test code',
    testOrderHint:
      'Load a single code, switch the product on and buy it in the cabinet of a client of your own (“New order”): while there is no other code, nobody else can. The page of the order has its number.',
    noOrder: 'This supplier has no such order.',
    note: 'Note it',
    goLive: 'Open the sales',
    waits: 'It waits for a second person.',
    live: 'The supplier is live.',
    notReady: 'The steps before come first.',
    changed: 'It has changed meanwhile. Please look again.',
    noted: 'Noted.',
    written: 'Sent.',
    invite: 'Invite',
    invited: 'The invitation is on its way.',
    notInvited: 'This person is invited or a member already, or only an administrator may invite.',
    chosen: 'Chosen',
    needsProduct:
      'Where the codes of a product come from never changes: add a new one with the chosen scheme. The former one, while it is off, is not put on sale.',
  },
};
