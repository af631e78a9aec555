/** What `/o/start` says. */
import type { Language } from '../../../platform/text/language.ts';
import type { FirstStepName } from '../../../upkeep/setup/first-steps.ts';

const ru = {
  title: 'Начало работы',
  lead: 'Шаги от пустой платформы до первого настоящего заказа. Они отмечаются сами, где бы вы их ни сделали.',
  over: 'Первый заказ выпущен: платформа работает.',
  done: 'сделано',
  next: 'дальше',
  skipped: 'не понадобился',
  open: 'Открыть',
  steps: {
    checks: { name: 'Настройки проверены', todo: 'Проверьте их внизу и исправьте то, что отмечено.' },
    key: {
      name: 'Главный ключ на бумаге',
      todo: 'facevalue setup key-sheet key.html печатает лист, facevalue setup key-test проверяет ключ, набранный с листа.',
    },
    letter: {
      name: 'Первое письмо ушло',
      todo: 'Запустите facevalue work. Письмо придёт, например, когда вы включите второй шаг входа.',
    },
    supplier: { name: 'Поставщик заведён', todo: 'Пригласите поставщика.', link: '/o/onboarding' },
    product: {
      name: 'Продукт продаётся',
      todo: 'Заведите продукт с номиналами, включите его, и пусть его поставщик пройдёт финальный тест.',
      link: '/o/products',
    },
    codes: { name: 'Коды есть', todo: 'Загрузите коды или выберите схему без пула.', link: '/o/pools' },
    client: {
      name: 'Клиент заведён',
      todo: 'Заведите клиента: его ключ виден один раз.',
      link: '/o/clients',
    },
    funds: { name: 'У клиента есть деньги', todo: 'Зачислите оплату или дайте кредит.', link: '/o/money' },
    'test-order': {
      name: 'Тестовый заказ выпущен',
      todo: 'Клиент делает его в тестовом режиме: он ничего не стоит.',
      link: '/o/orders',
    },
    'real-order': {
      name: 'Первый настоящий заказ выпущен',
      todo: 'Клиент делает его по API, из кабинета или таблицей.',
      link: '/o/orders',
    },
  } as Record<FirstStepName, { name: string; todo: string; link?: string }>,
  checks: 'Проверки',
  never: 'Ещё не проверялось.',
  checkNow: 'Проверить сейчас',
  checked: 'Проверено.',
};

export const firstStartLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Getting started',
    lead: 'The steps from an empty platform to the first real order. They tick themselves, wherever you do them.',
    over: 'The first order is issued: the platform works.',
    done: 'done',
    next: 'next',
    skipped: 'not needed',
    open: 'Open',
    steps: {
      checks: { name: 'Settings are checked', todo: 'Check them below and correct what is marked.' },
      key: {
        name: 'The master key is on paper',
        todo: 'facevalue setup key-sheet key.html prints the sheet, facevalue setup key-test compares the key typed from it.',
      },
      letter: {
        name: 'A first letter was sent',
        todo: 'Start facevalue work. A letter will come, for example, about your second sign-in step.',
      },
      supplier: { name: 'There is a supplier', todo: 'Invite a supplier.', link: '/o/onboarding' },
      product: {
        name: 'A product is on sale',
        todo: 'Add a product with face values, switch it on, and let its supplier pass the final test.',
        link: '/o/products',
      },
      codes: {
        name: 'There are codes',
        todo: 'Load codes, or choose a scheme without a pool.',
        link: '/o/pools',
      },
      client: { name: 'There is a client', todo: 'Add a client: its key is shown once.', link: '/o/clients' },
      funds: { name: 'A client has funds', todo: 'Book a payment, or give credit.', link: '/o/money' },
      'test-order': {
        name: 'A test order is issued',
        todo: 'The client places it in test mode: it costs nothing.',
        link: '/o/orders',
      },
      'real-order': {
        name: 'The first real order is issued',
        todo: 'The client places it by the API, in the cabinet, or as a sheet.',
        link: '/o/orders',
      },
    },
    checks: 'Checks',
    never: 'Not checked yet.',
    checkNow: 'Check now',
    checked: 'Checked.',
  },
};
