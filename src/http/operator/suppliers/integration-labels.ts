/** What the integration of a supplier says. */
import type { CertifyRefusal, CertifyRun } from '../../../certify/runs/certify-run.ts';
import type { Language } from '../../../platform/text/language.ts';

export interface IntegrationLabels {
  title: string;
  lead: string;
  none: string;
  settings: string;
  /** Of the calls in both directions. */
  log: string;
  settingsOf: (supplier: string) => string;
  adapter: string;
  choose: string;
  timeout: string;
  timeoutHint: string;
  idempotent: string;
  idempotentNo: string;
  idempotentLabel: string;
  secretHint: string;
  save: string;
  saved: string;
  warns: string;
  waits: (approval: number) => string;
  json: string;
  notJson: (name: string) => string;
  wrong: string;
  tryOut: string;
  tryLead: string;
  tryIssue: string;
  tryCode: string;
  tryActivate: string;
  tried: string;
  outcomes: Record<'done' | 'refused' | 'unclear' | 'wrong' | 'unreached', string>;
  took: string;
  status: string;
  noAnswer: string;
  conversation: string;
  problems: Record<'no-agreement' | 'no-target' | 'code' | 'confirm', string>;
  certify: string;
  certifyLead: string;
  confirm: string;
  calls: string;
  testCode: string;
  testCodeHint: string;
  begin: string;
  busy: string;
  runs: string;
  run: (id: number) => string;
  asked: string;
  by: string;
  result: string;
  states: Record<CertifyRun['state'], string>;
  progress: (scenario: string) => string;
  renews: string;
  refusals: Record<CertifyRefusal, string>;
  interrupted: string;
  download: string;
}

export const integrationLabels: Record<Language, IntegrationLabels> = {
  ru: {
    title: 'API поставщика',
    lead: 'Как мы вызываем поставщика: за кодом в момент продажи или чтобы активировать код.',
    none: 'Поставщик не вызывается: его коды загружают или делаем мы.',
    settings: 'Настройки вызова',
    log: 'Журнал вызовов',
    settingsOf: (supplier) => `Как вызывается ${supplier}`,
    adapter: 'Вид API',
    choose: 'Показать поля',
    timeout: 'Сколько ждать ответа, мс',
    timeoutHint: 'От 100 до 120 000.',
    idempotent: 'повтор вернёт тот же код',
    idempotentNo: 'повтор может вернуть другой код',
    idempotentLabel: 'Повтор того же запроса',
    secretHint: 'Уже задано и не показывается; пусто — оставить.',
    save: 'Сохранить настройки',
    saved: 'Настройки сохранены.',
    warns: 'Изменённые настройки отменяют финальный тест: по API поставщик продаёт только после нового.',
    waits: (approval) => `Ждёт второго человека: решение № ${approval}.`,
    json: 'JSON',
    notJson: (name) => `${name}: это не JSON. Проверьте кавычки, запятые и скобки.`,
    wrong: 'Настройки не подходят',
    tryOut: 'Пробный вызов',
    tryLead: 'Один настоящий вызов. Полученный код у нас сразу блокируется и никогда не продаётся.',
    tryIssue: 'Запросить код',
    tryCode: 'Код для активации (номер или номер:ПИН)',
    tryActivate: 'Активировать код',
    tried: 'Пробный вызов',
    outcomes: {
      done: 'Получилось',
      refused: 'Отказано',
      unclear: 'Ответ неясен',
      wrong: 'Выдан код, который продать нельзя',
      unreached: 'Поставщик недоступен',
    },
    took: 'Заняло',
    status: 'Код HTTP',
    noAnswer: 'ответа нет',
    conversation: 'Разговор, секреты и коды скрыты',
    problems: {
      'no-agreement': 'Сначала задайте, как вызывается поставщик.',
      'no-target': 'Нет продукта, коды которого выдаёт API поставщика.',
      code: 'Введите код.',
      confirm: 'Подтвердите, что поставщик выдаст настоящие коды.',
    },
    certify: 'Финальный тест',
    certifyLead:
      'Выдача, активация и гашение по всем сценариям. Пройденный разрешает продажи, проваленный останавливает их сразу.',
    confirm: 'Поставщик согласен выдать настоящие коды для теста; у нас они блокируются',
    calls: 'Вызовов в нагрузке',
    testCode: 'Код, который можно активировать',
    testCodeHint: 'Нужен, если поставщик активирует, но не выдаёт: номер или номер:ПИН.',
    begin: 'Начать тест',
    busy: 'Тест этого поставщика уже идёт.',
    runs: 'Проведённые тесты',
    run: (id) => `Финальный тест ${id}`,
    asked: 'Запрошен',
    by: 'Кем',
    result: 'Итог',
    states: {
      waiting: 'ждёт',
      running: 'идёт',
      tested: 'проведён',
      refused: 'нечего проверять',
      interrupted: 'прерван',
    },
    progress: (scenario) => `Сейчас: ${scenario}`,
    renews: 'Страница обновляется сама.',
    refusals: {
      'nothing-to-test':
        'Проверять нечего: ни один продукт не выдаётся, не активируется и не гасится через API.',
      'no-agreement': 'Сначала задайте, как вызывается поставщик.',
      'no-faces': 'У продукта нет номиналов.',
      'no-test-code': 'Нужен код, который можно активировать.',
    },
    interrupted:
      'Тест прервался и сам не повторяется: поставщик мог выдать настоящие коды. Начните его ещё раз.',
    download: 'Скачать отчёт',
  },
  en: {
    title: "The supplier's API",
    lead: 'How we call the supplier: for a code at the moment of sale, or to activate one.',
    none: 'The supplier is not called: its codes are loaded, or made by us.',
    settings: 'Settings of the call',
    log: 'Log of calls',
    settingsOf: (supplier) => `How ${supplier} is called`,
    adapter: 'Kind of API',
    choose: 'Show the fields',
    timeout: 'How long to wait for an answer, ms',
    timeoutHint: 'From 100 to 120,000.',
    idempotent: 'a repeat returns the same code',
    idempotentNo: 'a repeat may return another code',
    idempotentLabel: 'A repeat of the same request',
    secretHint: 'It is set and never shown; empty keeps it.',
    save: 'Save the settings',
    saved: 'The settings are saved.',
    warns: 'Changed settings end the final test: the supplier sells by API only after the next one.',
    waits: (approval) => `Waits for another person: approval ${approval}.`,
    json: 'JSON',
    notJson: (name) => `${name}: this is no JSON. Check quotation marks, commas and brackets.`,
    wrong: 'The settings do not fit',
    tryOut: 'Try-out call',
    tryLead: 'One real call. A code that it brings is blocked here at once and never sold.',
    tryIssue: 'Ask for a code',
    tryCode: 'Code to activate (number or number:PIN)',
    tryActivate: 'Activate the code',
    tried: 'Try-out call',
    outcomes: {
      done: 'It worked',
      refused: 'It was refused',
      unclear: 'The answer is unclear',
      wrong: 'A code came that cannot be sold',
      unreached: 'The supplier could not be reached',
    },
    took: 'Took',
    status: 'HTTP status',
    noAnswer: 'no answer',
    conversation: 'The conversation, with secrets and codes masked',
    problems: {
      'no-agreement': 'Set how the supplier is called first.',
      'no-target': "No product's codes are issued by the supplier's API.",
      code: 'Enter a code.',
      confirm: 'Confirm that the supplier will issue real codes.',
    },
    certify: 'Final test',
    certifyLead:
      'Issue, activation and redemption in all scenarios. A pass allows sales, a failure stops them at once.',
    confirm: 'The supplier agrees to issue real codes for the test; they are blocked here',
    calls: 'Calls of the load test',
    testCode: 'A code that may be activated',
    testCodeHint: 'Needed if the supplier activates but does not issue: number or number:PIN.',
    begin: 'Begin the test',
    busy: 'A test of this supplier is going on.',
    runs: 'Tests so far',
    run: (id) => `Final test ${id}`,
    asked: 'Asked',
    by: 'By',
    result: 'Result',
    states: {
      waiting: 'waits',
      running: 'goes on',
      tested: 'done',
      refused: 'nothing to test',
      interrupted: 'interrupted',
    },
    progress: (scenario) => `Now: ${scenario}`,
    renews: 'This page renews itself.',
    refusals: {
      'nothing-to-test': 'There is nothing to test: no product is issued, activated or redeemed by an API.',
      'no-agreement': 'Set how the supplier is called first.',
      'no-faces': 'A product has no faces.',
      'no-test-code': 'A code that may be activated is needed.',
    },
    interrupted:
      'The test broke off and is not repeated by itself: the supplier may have issued real codes. Begin it again.',
    download: 'Download the report',
  },
};
