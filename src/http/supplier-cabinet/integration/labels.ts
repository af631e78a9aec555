/** What `/s/integration` says. */
import type { CertifyRefusal, CertifyRun } from '../../../certify/runs/certify-run.ts';
import type { Language } from '../../../platform/text/language.ts';

export interface IntegrationLabels {
  title: string;
  lead: string;
  access: string;
  accessLead: string;
  token: string;
  hasToken: Record<'yes' | 'no', string>;
  newToken: string;
  newTokenHint: string;
  shown: string;
  shownLead: string;
  back: string;
  networks: string;
  networksHint: string;
  networksWrong: (part: string) => string;
  networksMany: string;
  format: string;
  fields: string;
  always: string;
  save: string;
  saved: string;
  test: string;
  testLead: string;
  confirm: string;
  confirmWrong: string;
  begin: string;
  busy: string;
  runs: string;
  run: (id: number) => string;
  asked: string;
  by: string;
  result: string;
  states: Record<CertifyRun['state'], string>;
  green: string;
  red: string;
  interrupted: string;
  refusals: Record<CertifyRefusal, string>;
  download: string;
  progress: string;
}

export const integrationLabels: Record<Language, IntegrationLabels> = {
  ru: {
    title: 'Интеграция',
    lead: 'Как ваши программы обращаются к нам и мы к вашим.',
    access: 'Доступ к нашему API',
    accessLead: 'Проверка и погашение на ваших кассах и список продаж: /integration/v1.',
    token: 'Токен',
    hasToken: { yes: 'есть', no: 'нет' },
    newToken: 'Выпустить новый токен',
    newTokenHint: 'Прежний перестанет действовать сразу.',
    shown: 'Новый токен',
    shownLead: 'Показан один раз. Передайте его тем, кто настраивает ваши программы, и нигде не публикуйте.',
    back: 'К интеграции',
    networks: 'Сети, из которых принимаются запросы',
    networksHint: 'Адреса или сети через запятую; пусто — любые.',
    networksWrong: (part) => `«${part}» — не адрес и не сеть.`,
    networksMany: 'Слишком много сетей.',
    format: 'Формат списка продаж',
    fields: 'Поля списка продаж',
    always: 'есть всегда',
    save: 'Сохранить',
    saved: 'Сохранено.',
    test: 'Финальный тест',
    testLead:
      'Проверяет ваш API целиком: выпуск, повторы, ошибки, нагрузку, активацию и кассы. Он создаёт настоящие коды, у нас они блокируются и не продаются.',
    confirm: 'Тест создаст в нашей системе настоящие коды, согласен',
    confirmWrong: 'Подтвердите, что тест может создать коды.',
    begin: 'Начать тест',
    busy: 'Тест уже идёт.',
    runs: 'Прошлые тесты',
    run: (id) => `Тест № ${id}`,
    asked: 'Начат',
    by: 'Кто начал',
    result: 'Итог',
    states: {
      waiting: 'ждёт очереди',
      running: 'идёт',
      tested: 'закончен',
      refused: 'не начат',
      interrupted: 'прерван',
    },
    green: 'пройден',
    red: 'не пройден',
    interrupted: 'Тест прервался. Начните его ещё раз.',
    refusals: {
      'nothing-to-test': 'Проверять нечего: API не подключён.',
      'no-faces': 'Нет номиналов, с которыми можно проверить.',
      'no-agreement': 'Оператор ещё не настроил обращения к вашему API.',
      'no-test-code': 'Для активации нужен тестовый код: такой тест начинает оператор.',
    },
    download: 'Скачать отчёт',
    progress: 'Ход теста',
  },
  en: {
    title: 'Integration',
    lead: 'How your programs call us, and we call yours.',
    access: 'Access to our API',
    accessLead: 'Checking and redeeming at your tills, and the list of sales: /integration/v1.',
    token: 'Token',
    hasToken: { yes: 'there is one', no: 'none' },
    newToken: 'Issue a new token',
    newTokenHint: 'The previous one stops working at once.',
    shown: 'New token',
    shownLead: 'Shown once. Hand it to whoever sets up your programs, and publish it nowhere.',
    back: 'To the integration',
    networks: 'Networks that calls are accepted from',
    networksHint: 'Addresses or networks, separated by commas; empty: any.',
    networksWrong: (part) => `“${part}” is neither an address nor a network.`,
    networksMany: 'There are too many networks.',
    format: 'Format of the list of sales',
    fields: 'Fields of the list of sales',
    always: 'always there',
    save: 'Save',
    saved: 'Saved.',
    test: 'Final test',
    testLead:
      'Tries your whole API: issuing, repeats, errors, load, activation and tills. It makes real codes, which are blocked at our side and never sold.',
    confirm: 'The test may make real codes in our system',
    confirmWrong: 'Confirm that the test may make codes.',
    begin: 'Begin the test',
    busy: 'A test is going on.',
    runs: 'Earlier tests',
    run: (id) => `Test ${id}`,
    asked: 'Begun',
    by: 'By',
    result: 'Result',
    states: {
      waiting: 'waits for its turn',
      running: 'going on',
      tested: 'done',
      refused: 'not begun',
      interrupted: 'interrupted',
    },
    green: 'passed',
    red: 'not passed',
    interrupted: 'The test broke off. Please begin it again.',
    refusals: {
      'nothing-to-test': 'There is nothing to test: no API is connected.',
      'no-faces': 'There are no face values to test with.',
      'no-agreement': 'The operator has not set up the calls to your API yet.',
      'no-test-code': 'The activation needs a test code: the operator begins such a test.',
    },
    download: 'Download the report',
    progress: 'Progress of the test',
  },
};
