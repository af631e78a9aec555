/** What the page of the demo's persons says. */
import type { Role } from '../../src/people/access/rights.ts';
import type { Language } from '../../src/platform/text/language.ts';

const ru = {
  title: 'Люди',
  lead: 'У каждой роли есть человек. Кнопка впускает сразу; на странице входа нужны логин, пароль и, где роль того требует, код.',
  /** On the home page. */
  short: 'Войти как клиент, поставщик или оператор: у каждой роли есть человек.',
  password: 'Пароль у всех один',
  code: 'Код сейчас',
  codeHint:
    'Код заменяет приложение на телефоне. Он меняется каждые полминуты и годится один раз: обновите страницу, чтобы увидеть следующий.',
  login: 'Логин',
  signIn: 'Войти',
  signInAs: (name: string) => `Войти: ${name}`,
  operator: 'Оператор платформы',
  /** What somebody with this role does. */
  does: {
    owner: 'заказы, деньги, ключи, команда',
    finance: 'баланс, пополнения, документы',
    developer: 'ключи, обратные вызовы, журнал',
    viewer: 'смотрит заказы и деньги',
    manager: 'остатки, коды, сверка, кассы',
    cashier: 'проверяет и гасит на кассе',
    admin: 'клиенты, поставщики, люди, настройки',
    catalogue: 'каталог, шаблоны, загрузка кодов',
    support: 'заказы, повторы, карантин',
    auditor: 'всё читает, ничего не меняет',
  } satisfies Record<Role, string>,
};

type PersonsLabels = typeof ru;

const en: PersonsLabels = {
  title: 'People',
  lead: 'There is somebody for every role. The button lets you in at once; the sign-in page asks for login, password and, where the role requires it, a code.',
  short: 'Sign in as a client, a supplier or the operator: there is somebody for every role.',
  password: 'One password for all',
  code: 'Code now',
  codeHint:
    'The code replaces the app on a phone. It changes every half minute and is good once: reload the page for the next one.',
  login: 'Login',
  signIn: 'Sign in',
  signInAs: (name) => `Sign in as ${name}`,
  operator: 'Operator of the platform',
  does: {
    owner: 'orders, money, keys, team',
    finance: 'balance, top-ups, documents',
    developer: 'keys, callbacks, log of calls',
    viewer: 'reads orders and money',
    manager: 'stock, codes, settlement, tills',
    cashier: 'checks and redeems at the till',
    admin: 'clients, suppliers, people, settings',
    catalogue: 'catalogue, templates, loading codes',
    support: 'orders, resends, quarantine',
    auditor: 'reads everything, changes nothing',
  },
};

export const personsLabels: Record<Language, PersonsLabels> = { ru, en };
