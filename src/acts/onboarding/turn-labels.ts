/** What the letters about an onboarding's turns say. */
import type { Language } from '../../platform/text/language.ts';
import type { SupplierStepName, Turn } from './supplier-steps.ts';

const ru = {
  steps: {
    invitation: 'Приглашение',
    questionnaire: 'Анкета',
    template: 'Шаблон сертификата',
    scheme: 'Передача и активация кодов',
    integration: 'Обмен кодами и доступ',
    test: 'Финальный тест',
    live: 'Начало продаж',
  } satisfies Record<SupplierStepName, string>,
  /** What whoever acts is to do. */
  turns: {
    invite: 'Пригласить управляющего поставщика.',
    'accept-invitation': 'Принять приглашение из письма.',
    'fill-in': 'Заполнить анкету и передать её на проверку.',
    'accept-answers': 'Проверить анкету и принять её или написать, что поправить.',
    'add-product': 'Завести продукт по анкете и дать ему шаблон.',
    'agree-template': 'Посмотреть шаблон сертификата и согласовать его.',
    'agree-template-too': 'Согласовать шаблон, с которым согласился поставщик.',
    'choose-scheme': 'Выбрать, как коды передаются и активируются.',
    'set-scheme': 'Задать продуктам выбранную схему.',
    'send-codes': 'Передать файл с кодами, чтобы их загрузили.',
    'load-codes': 'Проверить переданный файл с кодами и загрузить его.',
    'set-schedule': 'Задать адреса и расписание писем об активации.',
    'set-calls': 'Задать подключение к API поставщика и попробовать вызов.',
    'fetch-sales': 'Получить токен и один раз забрать список проданных кодов.',
    'add-tills': 'Завести кассиров или доступ для кассовой программы.',
    'run-test': 'Запустить финальный тест.',
    'mend-test': 'Исправить то, что отмечено в отчёте о тесте.',
    'buy-test-code':
      'Поручиться за продукт на время теста и включить его, купить один сертификат и указать номер его заказа.',
    'activate-test-code': 'Активировать проданный тестовый код так же, как это будет каждый день.',
    'redeem-test-code': 'Провести тестовый сертификат на кассе.',
    'go-live': 'Открыть продажи.',
  } satisfies Record<Turn, string>,
};

export const turnLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    steps: {
      invitation: 'Invitation',
      questionnaire: 'Questionnaire',
      template: 'Template of the certificate',
      scheme: 'Transfer and activation of codes',
      integration: 'Exchange of codes and access',
      test: 'Final test',
      live: 'Live',
    },
    turns: {
      invite: 'Invite a manager of the supplier.',
      'accept-invitation': 'Accept the invitation of the letter.',
      'fill-in': 'Fill in the questionnaire and submit it.',
      'accept-answers': 'Review the questionnaire and accept it, or write what to correct.',
      'add-product': 'Add the product by the questionnaire and give it a template.',
      'agree-template': 'Review the template of the certificate and agree to it.',
      'agree-template-too': 'Agree to the template that the supplier has agreed to.',
      'choose-scheme': 'Choose how codes are handed over and activated.',
      'set-scheme': 'Give the products the chosen scheme.',
      'send-codes': 'Hand over a file with codes, to be loaded.',
      'load-codes': 'Check the file with codes that has come, and load it.',
      'set-schedule': 'Set addresses and schedule of the activation letters.',
      'set-calls': 'Set how the supplier’s API is called, and try a call.',
      'fetch-sales': 'Get a token and fetch the list of sold codes once.',
      'add-tills': 'Add cashiers, or access for the till software.',
      'run-test': 'Run the final test.',
      'mend-test': 'Correct what the report of the test has marked.',
      'buy-test-code':
        'Vouch for the product for the time of the test, switch it on, buy one certificate and enter its order number.',
      'activate-test-code': 'Activate the sold test code as it will be done every day.',
      'redeem-test-code': 'Accept the test certificate at a till.',
      'go-live': 'Open the sales.',
    },
  },
};
