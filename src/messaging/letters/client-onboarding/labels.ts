/** What letters about a client's onboarding say. */
import type { Language } from '../../../platform/text/language.ts';
import { quoted } from '../../../platform/text/typography.ts';

export type ClientOnboardingStep =
  | 'invitation'
  | 'contract'
  | 'keys'
  | 'callback'
  | 'test-order'
  | 'money'
  | 'live';

const ru = {
  subject: (client: string) => `Подключение: ${quoted(client, 'ru')}, ваш шаг`,
  liveSubject: (client: string) => `Подключение закончено: ${quoted(client, 'ru')}`,
  /** What whoever reads it is asked to do, and why. */
  client: {
    invitation: 'Примите приглашение в кабинет.',
    contract: 'Заполните данные вашей компании для договора. Мы проверим их и согласуем.',
    keys: 'Договор согласован. Создайте ключ подписи и сделайте с ним первый запрос, например getBalance.',
    callback: 'Ключ работает. Задайте адрес обратных вызовов и проверьте его: приёмник должен ответить OK.',
    'test-order':
      'Приёмник отвечает. Сделайте тестовый заказ: он ничего не стоит. Шаг пройден, когда на его обратный вызов приёмник ответит OK.',
    money: 'Тестовый заказ пройден. Осталось пополнить баланс: получите счёт и оплатите его.',
    live: 'Всё готово: заказы теперь настоящие, сертификаты выпускаются и оплачиваются с баланса.',
  } satisfies Record<ClientOnboardingStep, string>,
  operator: {
    invitation: 'Пригласите владельца.',
    contract: 'Клиент заполнил данные договора. Проверьте их и согласуйте.',
    keys: 'Клиент делает первый запрос.',
    callback: 'Клиент проверяет обратный вызов.',
    'test-order': 'Клиент делает тестовый заказ.',
    money: 'Клиент пополняет баланс.',
    live: 'Клиент прошёл все шаги. Включите настоящие заказы.',
  } satisfies Record<ClientOnboardingStep, string>,
  button: 'Открыть',
  foot: 'Одно письмо на каждый шаг, который ждёт вас.',
};

export const clientOnboardingLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    subject: (client) => `Onboarding of ${client}: your step`,
    liveSubject: (client) => `Onboarding of ${client} is done`,
    client: {
      invitation: 'Accept the invitation to the cabinet.',
      contract: 'Fill in the data of your company for the contract. We check it and agree.',
      keys: 'The contract is agreed. Make a signing key and call the API with it, for example getBalance.',
      callback: 'Your key works. Set the address for callbacks and try it: the receiver has to answer OK.',
      'test-order':
        'The receiver answers. Place a test order: it costs nothing. The step is done when its callback was answered OK.',
      money: 'The test order is done. What is left is a top-up: make an invoice and pay it.',
      live: 'Everything is ready: orders are real now, certificates are issued and paid from the balance.',
    },
    operator: {
      invitation: 'Invite the owner.',
      contract: 'The client has filled in the data of the contract. Check it and agree.',
      keys: 'The client makes its first call.',
      callback: 'The client tries its callback.',
      'test-order': 'The client places a test order.',
      money: 'The client tops up its balance.',
      live: 'The client has done all steps. Switch on real orders.',
    },
    button: 'Open',
    foot: 'One letter for each step that waits for you.',
  },
};
