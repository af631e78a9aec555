/** What the pages of the demo's suppliers say. */
import type { Language } from '../src/platform/text/language.ts';
import type { PlayedSupplier, SupplierDeed } from './played-supplier.ts';
import type { FaultName } from './supplier/fault.ts';
import type { CodeMailFault, ReplyFault } from './supplier/mail-faults.ts';
import type { LedgerEntry } from './supplier/ledger.ts';
import type { Counters } from './supplier/play-supplier.ts';

export interface SupplierLabels {
  title: string;
  lead: string;
  back: string;
  missing: string;
  faultSet: string;
  notCalled: string;
  /** Two kinds of suppliers: asked at the moment of sale, and those whose codes come before. */
  called: { title: string; text: string };
  ahead: { title: string; text: string };
  rows(count: number): string;
  /** Below its name in the list. */
  ways: Record<PlayedSupplier['way'], string>;
  counters: Record<keyof Counters, string>;
  countersTitle: string;
  ledger: string;
  ledgerEmpty: string;
  masked: string;
  at: string;
  what: string;
  number: string;
  face: string;
  request: string;
  fault: string;
  kinds: Record<LedgerEntry['kind'], string>;
  faultTitle: string;
  kind: string;
  faults: Record<FaultName, string>;
  seconds: string;
  times: string;
  rate: string;
  optional: string;
  set: string;
  takeBack: string;
  now(fault: string, left: number | null): string;
  wrongFault: string;
  modeTitle: string;
  idempotent: string;
  notIdempotent: string;
  setMode: string;
  deeds: Record<SupplierDeed['is'], { title: string; text: string; act: string }>;
  deedFields: { codes: string; rows: string; fault: string; noFault: string };
  mailFaults: Record<CodeMailFault | ReplyFault, string>;
  deedFailed: string;
}

export const supplierLabels: Record<Language, SupplierLabels> = {
  ru: {
    title: 'Поставщики',
    lead: 'Этих поставщиков изображает учебный мир. Откройте любого: там его журнал и то, что он может сделать или испортить.',
    back: 'Все поставщики',
    missing: 'Такого поставщика здесь нет',
    faultSet: 'включена ошибка',
    notCalled: 'Этого поставщика платформа не вызывает.',
    called: {
      title: 'Отвечают в момент продажи',
      text: 'Платформа вызывает их API при каждом заказе. Включите ошибку и сделайте заказ.',
    },
    ahead: {
      title: 'Присылают коды заранее',
      text: 'Их коды лежат на складе платформы и начинают действовать после продажи.',
    },
    rows: (count) => `Записей в журнале: ${count}`,
    ways: {
      rest: 'Выпускает код по REST',
      'rest-mapped': 'Выпускает код по REST со своими названиями полей',
      soap: 'Выпускает код по SOAP',
      'json-rpc': 'Выпускает код по JSON-RPC',
      'xml-rpc': 'Выпускает код по XML-RPC',
      api: 'Активирует присланный код по API',
      pull: 'Сам забирает список проданного и активирует коды из него',
      letter: 'Активирует коды по письму со списком проданного',
    },
    countersTitle: 'Счётчики',
    counters: {
      calls: 'Вызовов',
      issued: 'Выпущено',
      activated: 'Активировано',
      repeats: 'Повторов',
      refused: 'Отказов',
      misbehaved: 'Включённых ошибок',
    },
    ledger: 'Журнал поставщика',
    ledgerEmpty: 'Журнал пока пуст.',
    masked: 'Новые записи сверху, не больше ста. От номеров видны последние четыре знака.',
    at: 'Время (Москва)',
    what: 'Что сделано',
    number: 'Номер',
    face: 'Номинал, ₽',
    request: 'request_id или заказ',
    fault: 'Ошибка',
    kinds: { issue: 'выпуск', activate: 'активация', sent: 'отправил почтой', sold: 'узнал о продаже' },
    faultTitle: 'Включить ошибку',
    kind: 'Что пойдёт не так',
    faults: {
      slow: 'ответить медленно',
      'timeout-after': 'сделать и замолчать',
      'error-500': 'ошибка 500, ничего не сделав',
      'error-500-after': 'сделать и ответить 500',
      cut: 'оборвать связь, ничего не сделав',
      'cut-after': 'сделать и оборвать связь',
      'broken-body': 'ответить половиной тела',
      huge: 'ответить слишком длинно',
      redirect: 'перенаправить',
      'wrong-face': 'ответить другим номиналом',
      'wrong-request-id': 'ответить чужим request_id',
      duplicate: 'выдать чужой код',
      expired: 'выдать просроченный код',
      'out-of-stock': 'отказать: коды закончились',
      limit: 'отказать: исчерпан лимит',
      'bad-code': 'отказать в активации: код неизвестен',
    },
    seconds: 'Секунд ожидания (для медленных)',
    times: 'Сколько вызовов',
    rate: 'Доля вызовов, от 0 до 1',
    optional: 'Пустые поля ничего не ограничивают: ошибка будет в каждом подходящем вызове.',
    set: 'Включить ошибку',
    takeBack: 'Выключить ошибку',
    now: (fault, left) => `Сейчас: ${fault}${left === null ? '' : `, осталось вызовов: ${left}`}.`,
    wrongFault: 'Проверьте секунды, число вызовов и долю.',
    modeTitle: 'Повторы с тем же request_id',
    idempotent: 'отвечать тем же кодом',
    notIdempotent: 'выпускать каждый раз новый код',
    setMode: 'Применить',
    deeds: {
      pull: {
        title: 'Узнать о продажах',
        text: 'Раз в минуту программа магазина забирает список проданного, и коды из него становятся активными. Можно не ждать.',
        act: 'Забрать список сейчас',
      },
      confirm: {
        title: 'Подтвердить активацию',
        text: 'Таблица проданного приходит в письме, не позже чем через минуту. Кнопка делает то же, что сотрудник магазина: открывает ссылку последнего письма и подтверждает все строки.',
        act: 'Подтвердить последнюю таблицу',
      },
      reply: {
        title: 'Ответить на письмо',
        text: 'Сотрудник отвечает на последнее письмо с таблицей. Ответ приходит в почтовый ящик платформы, она читает его раз в полминуты; что она поняла, покажут facevalue activation list и facevalue draft list --refused.',
        act: 'Ответить',
      },
      'send-codes': {
        title: 'Прислать коды почтой',
        text: 'Таблица с новыми неактивными кодами уходит в почтовый ящик платформы. Через полминуты она становится черновиком: facevalue draft list, затем facevalue draft load.',
        act: 'Отправить таблицу',
      },
    },
    deedFields: {
      codes: 'Сколько кодов',
      rows: 'Строки таблицы, как «1-3, 5»; пусто — вся таблица',
      fault: 'Что сделать не так',
      noFault: 'ничего',
    },
    mailFaults: {
      'unknown-sender': 'написать с незнакомого адреса',
      'wrong-rows': 'назвать неверные строки',
      duplicate: 'прислать прошлую таблицу ещё раз',
      encrypted: 'защитить таблицу паролем',
      macros: 'прислать книгу с макросами',
      'too-large': 'прислать слишком большой файл',
      unclear: 'ответить двусмысленно: «готово, кроме второго»',
      automatic: 'ответить автоматом об отпуске',
    },
    deedFailed: 'Не получилось: письма с таблицей ещё нет, в форме что-то не так, или платформа не ответила.',
  },
  en: {
    title: 'Suppliers',
    lead: 'The demo plays these suppliers. Open one for its ledger and for what it can do or get wrong.',
    back: 'All suppliers',
    missing: 'There is no such supplier here',
    faultSet: 'fault set',
    notCalled: 'The platform does not call this supplier.',
    called: {
      title: 'Answer at the moment of sale',
      text: 'The platform calls their API for every order. Set a fault and place an order.',
    },
    ahead: {
      title: 'Send their codes beforehand',
      text: 'Their codes wait in a pool of the platform and become valid after the sale.',
    },
    rows: (count) => `Ledger entries: ${count}`,
    ways: {
      rest: 'Issues the code over REST',
      'rest-mapped': 'Issues the code over REST with field names of its own',
      soap: 'Issues the code over SOAP',
      'json-rpc': 'Issues the code over JSON-RPC',
      'xml-rpc': 'Issues the code over XML-RPC',
      api: 'Activates a code that it sent before, over its API',
      pull: 'Fetches the list of what was sold and activates its codes',
      letter: 'Activates codes by a letter with the list of what was sold',
    },
    countersTitle: 'Counters',
    counters: {
      calls: 'Calls',
      issued: 'Issued',
      activated: 'Activated',
      repeats: 'Repeats',
      refused: 'Refusals',
      misbehaved: 'Faults made',
    },
    ledger: 'The supplier’s ledger',
    ledgerEmpty: 'The ledger is empty.',
    masked: 'The newest first, a hundred at most. Of numbers the last four characters are shown.',
    at: 'Time (Moscow)',
    what: 'What was done',
    number: 'Number',
    face: 'Face, ₽',
    request: 'request_id or order',
    fault: 'Fault',
    kinds: { issue: 'issued', activate: 'activated', sent: 'sent by mail', sold: 'told of a sale' },
    faultTitle: 'Set a fault',
    kind: 'What goes wrong',
    faults: {
      slow: 'answer slowly',
      'timeout-after': 'do it and keep silent',
      'error-500': 'error 500, nothing done',
      'error-500-after': 'do it and answer 500',
      cut: 'hang up, nothing done',
      'cut-after': 'do it and hang up',
      'broken-body': 'answer with half a body',
      huge: 'answer far too much',
      redirect: 'redirect',
      'wrong-face': 'answer with another face',
      'wrong-request-id': 'answer with a stranger’s request_id',
      duplicate: 'give somebody else’s code',
      expired: 'give an expired code',
      'out-of-stock': 'refuse: out of stock',
      limit: 'refuse: limit reached',
      'bad-code': 'refuse to activate: unknown code',
    },
    seconds: 'Seconds to wait (for the slow ones)',
    times: 'How many calls',
    rate: 'Share of calls, from 0 to 1',
    optional: 'Empty fields limit nothing: every call that fits goes wrong.',
    set: 'Set the fault',
    takeBack: 'Remove the fault',
    now: (fault, left) => `Now: ${fault}${left === null ? '' : `, calls left: ${left}`}.`,
    wrongFault: 'That can’t be: check the seconds, the number of calls and the share.',
    modeTitle: 'Repeats of the same request_id',
    idempotent: 'answer with the same code',
    notIdempotent: 'issue a new code each time',
    setMode: 'Do so',
    deeds: {
      pull: {
        title: 'Learn what was sold',
        text: 'Once a minute the shop’s program fetches the list of what was sold, and its codes become active. There is no need to wait.',
        act: 'Fetch the list now',
      },
      confirm: {
        title: 'Confirm the activation',
        text: 'The table of what was sold comes by letter within a minute. The button does what the shop’s employee would: opens the link of the newest letter and confirms all rows.',
        act: 'Confirm the newest table',
      },
      reply: {
        title: 'Answer the letter',
        text: 'The employee answers the newest letter with a table. The answer comes to the platform’s mailbox, which is read every half minute; facevalue activation list and facevalue draft list --refused show what was understood.',
        act: 'Answer',
      },
      'send-codes': {
        title: 'Send codes by mail',
        text: 'A spreadsheet with new inactive codes goes to the platform’s mailbox. Half a minute later it is a draft: facevalue draft list, then facevalue draft load.',
        act: 'Send the spreadsheet',
      },
    },
    deedFields: {
      codes: 'How many codes',
      rows: 'Rows of the table, as “1-3, 5”; empty: the whole table',
      fault: 'What to do wrong',
      noFault: 'nothing',
    },
    mailFaults: {
      'unknown-sender': 'write from an unknown address',
      'wrong-rows': 'name wrong rows',
      duplicate: 'send the last spreadsheet once more',
      encrypted: 'protect the workbook by a password',
      macros: 'send a workbook with macros',
      'too-large': 'send a file that is too large',
      unclear: 'answer ambiguously: “done, but for the second”',
      automatic: 'answer with an out-of-office note',
    },
    deedFailed:
      'It did not work: no letter with a table has come yet, the form is wrong, or the platform did not answer.',
  },
};
