/** What `/c/bulk` says. */
import type { BulkProblem, BulkState, LineState } from '../../../bulk/bulk-order.ts';
import type { Language } from '../../../platform/text/language.ts';

export interface BulkLabels {
  title: string;
  lead: string;
  file: string;
  fileHint: (megabytes: string, lines: string) => string;
  upload: string;
  template: string;
  list: string;
  none: string;
  number: string;
  name: string;
  byApi: string;
  state: string;
  states: Record<BulkState, string>;
  lines: string;
  issued: string;
  added: string;
  uploadErrors: Record<'empty' | 'too-large' | 'too-many-open' | 'no-file' | 'busy', string>;
  one: (id: number) => string;
  back: string;
  reading: string;
  readingHint: string;
  right: string;
  wrong: string;
  sum: string;
  available: string;
  missing: (sum: string) => string;
  topUp: string;
  withoutStock: (lines: string) => string;
  sameFile: string;
  sameFileLink: (id: number) => string;
  ignored: (columns: string) => string;
  products: string;
  product: string;
  face: string;
  stock: string;
  madeOnSale: string;
  limit: string;
  limitLeft: (orders: string | null, sum: string | null) => string;
  notOffered: string;
  more: (count: string) => string;
  confirm: (lines: string, sum: string) => string;
  confirmHint: string;
  again: string;
  againNeeded: string;
  nothingRight: string;
  cancel: string;
  cancelRest: string;
  pause: string;
  resume: string;
  confirmed: string;
  waits: string;
  paused: string;
  resumed: string;
  cancelled: string;
  tooLate: string;
  progress: (done: string, of: string) => string;
  renews: string;
  pausedFunds: string;
  pausedPerson: string;
  placed: string;
  refused: string;
  failed: string;
  waiting: string;
  result: string;
  resultHint: string;
  wrongLines: string;
  wrongFile: string;
  wrongHint: string;
  line: string;
  reason: string;
  lineState: Record<LineState, string>;
  problems: Record<BulkProblem, string>;
}

export const bulkLabels: Record<Language, BulkLabels> = {
  ru: {
    title: 'Массовые заказы',
    lead: 'Много сертификатов одной таблицей: XLSX или CSV, строка — один заказ. Ничего не закажется, пока вы не подтвердите.',
    file: 'Таблица с заказами',
    fileHint: (megabytes, lines) => `XLSX или CSV, до ${megabytes} МБ и ${lines} строк.`,
    upload: 'Загрузить и проверить',
    template: 'Пустая таблица',
    list: 'Загруженные',
    none: 'Массовых заказов ещё не было. Скачайте пустую таблицу, заполните её и загрузите.',
    number: 'Номер',
    name: 'Файл',
    byApi: 'через API',
    state: 'Состояние',
    states: {
      reading: 'читается',
      preview: 'ждёт подтверждения',
      placing: 'размещается',
      paused: 'остановлен',
      done: 'выполнен',
      cancelled: 'отменён',
    },
    lines: 'Строк',
    issued: 'Выпущено',
    added: 'Загружен',
    uploadErrors: {
      empty: 'Файл пуст.',
      'too-large': 'Файл слишком большой. Разделите таблицу на части.',
      'too-many-open': 'Слишком много незаконченных массовых заказов: подтвердите или отмените какие-нибудь.',
      'no-file': 'Выберите файл.',
      busy: 'Сейчас загружают слишком многие. Повторите через минуту.',
    },
    one: (id) => `Массовый заказ ${id}`,
    back: 'Все массовые заказы',
    reading: 'Таблица читается и проверяется',
    readingHint: 'Страницу можно закрыть: проверка продолжится.',
    right: 'Верных строк',
    wrong: 'С ошибками',
    sum: 'Стоимость',
    available: 'Доступно',
    missing: (sum) =>
      `Не хватает ${sum}. Можно подтвердить и сейчас: когда средства кончатся, заказ остановится, а после пополнения продолжится сам.`,
    topUp: 'Пополнить баланс',
    withoutStock: (lines) => `Для ${lines} строк сейчас нет кода на складе.`,
    sameFile: 'Точно такой же файл уже загружали:',
    sameFileLink: (id) => `массовый заказ ${id}`,
    ignored: (columns) => `Столбцы, которые не будут использованы: ${columns}.`,
    products: 'Что будет заказано',
    product: 'Товар',
    face: 'Номинал',
    stock: 'На складе',
    madeOnSale: 'выпускается при заказе',
    limit: 'Лимит бренда',
    limitLeft: (orders, sum) =>
      ['осталось', orders === null ? '' : `${orders} шт.`, sum ?? ''].filter((part) => part !== '').join(' '),
    notOffered: 'сейчас не продаётся',
    more: (count) => `и ещё ${count}`,
    confirm: (lines, sum) => `Заказать ${lines} на ${sum}`,
    confirmHint: 'Строки с ошибками не заказываются.',
    again: 'Да, заказать то же самое ещё раз',
    againNeeded: 'Такой же файл уже заказан. Отметьте, что это нужно ещё раз.',
    nothingRight: 'Верных строк нет: исправьте таблицу и загрузите её снова.',
    cancel: 'Отменить',
    cancelRest: 'Отменить остальное',
    pause: 'Приостановить',
    resume: 'Продолжить',
    confirmed: 'Подтверждено, заказы размещаются.',
    waits: 'На эту сумму нужно согласие второго человека. Ничего ещё не заказано.',
    paused: 'Приостановлено. Уже заказанное выпускается как обычно.',
    resumed: 'Продолжается.',
    cancelled: 'Отменено. Уже заказанное остаётся заказанным.',
    tooLate: 'Состояние уже изменилось, ничего не сделано.',
    progress: (done, of) => `Готово ${done} из ${of}`,
    renews: 'Обновляется само.',
    pausedFunds: 'Остановлен: не хватает средств. После пополнения продолжится сам.',
    pausedPerson: 'Приостановлен человеком.',
    placed: 'Заказано',
    refused: 'Отклонено',
    failed: 'Не выпущено',
    waiting: 'Ещё не заказано',
    result: 'Результат со ссылками',
    resultHint: 'Кто получит этот файл, сможет открыть подарки. Скачивание записывается в журнал.',
    wrongLines: 'Строки без сертификата',
    wrongFile: 'Скачать их для исправления',
    wrongHint: 'Исправьте скачанную таблицу и загрузите её: в ней только эти строки.',
    line: 'Строка',
    reason: 'Что не так',
    lineState: {
      right: 'не заказан',
      wrong: 'ошибка',
      placed: 'в обработке',
      issued: 'выпущен',
      failed: 'не выпущен',
      refused: 'отклонён',
    },
    problems: {
      unreadable: 'Файл не удалось прочитать. Сохраните его как XLSX или CSV и загрузите снова.',
      'no-columns': 'Не найдены нужные столбцы. Возьмите заголовки из пустой таблицы.',
      empty: 'В таблице нет строк.',
      'too-long': 'Слишком много строк. Разделите таблицу на части.',
      'wrong-lines': 'В строках есть ошибки, ничего не заказано.',
      incomplete: 'Пришли не все части.',
    },
  },
  en: {
    title: 'Bulk orders',
    lead: 'Many certificates from one sheet: XLSX or CSV, a line for each order. Nothing is ordered before you confirm.',
    file: 'Sheet of orders',
    fileHint: (megabytes, lines) => `XLSX or CSV, up to ${megabytes} MB and ${lines} lines.`,
    upload: 'Upload and check',
    template: 'Empty sheet',
    list: 'Uploaded',
    none: 'There were no bulk orders yet. Download the empty sheet, fill it in and upload it.',
    number: 'Number',
    name: 'File',
    byApi: 'by API',
    state: 'State',
    states: {
      reading: 'is read',
      preview: 'waits for you to confirm',
      placing: 'is placed',
      paused: 'paused',
      done: 'done',
      cancelled: 'cancelled',
    },
    lines: 'Lines',
    issued: 'Issued',
    added: 'Uploaded',
    uploadErrors: {
      empty: 'The file is empty.',
      'too-large': 'The file is too large. Split the sheet.',
      'too-many-open': 'Too many bulk orders are open: confirm or cancel some.',
      'no-file': 'Choose a file.',
      busy: 'Too many people are uploading. Try again in a minute.',
    },
    one: (id) => `Bulk order ${id}`,
    back: 'All bulk orders',
    reading: 'The sheet is being read and checked',
    readingHint: 'You may close the page: the check goes on.',
    right: 'Right lines',
    wrong: 'Wrong lines',
    sum: 'Cost',
    available: 'Available',
    missing: (sum) =>
      `${sum} is missing. You may confirm now: it pauses when funds end and goes on by itself after a top-up.`,
    topUp: 'Top up the balance',
    withoutStock: (lines) => `For ${lines} lines there is no code in stock now.`,
    sameFile: 'The very same file was uploaded before:',
    sameFileLink: (id) => `bulk order ${id}`,
    ignored: (columns) => `Columns that will not be used: ${columns}.`,
    products: 'What will be ordered',
    product: 'Product',
    face: 'Face value',
    stock: 'In stock',
    madeOnSale: 'made when ordered',
    limit: 'Brand limit',
    limitLeft: (orders, sum) =>
      [orders === null ? '' : `${orders} orders`, sum ?? '', 'left'].filter((part) => part !== '').join(' '),
    notOffered: 'not on offer now',
    more: (count) => `and ${count} more`,
    confirm: (lines, sum) => `Order ${lines} for ${sum}`,
    confirmHint: 'Wrong lines are not ordered.',
    again: 'Yes, order the same once more',
    againNeeded: 'The same file was ordered before. Say that you want it once more.',
    nothingRight: 'No line is right: correct the sheet and upload it again.',
    cancel: 'Cancel',
    cancelRest: 'Cancel the rest',
    pause: 'Pause',
    resume: 'Go on',
    confirmed: 'Confirmed, orders are being placed.',
    waits: 'This sum needs a second person to agree. Nothing is ordered yet.',
    paused: 'Paused. What is ordered is issued as usual.',
    resumed: 'It goes on.',
    cancelled: 'Cancelled. What is ordered stays ordered.',
    tooLate: 'Its state has changed meanwhile, nothing was done.',
    progress: (done, of) => `${done} of ${of} done`,
    renews: 'Renewed by itself.',
    pausedFunds: 'Paused: funds do not suffice. It goes on by itself after a top-up.',
    pausedPerson: 'Paused by a person.',
    placed: 'Ordered',
    refused: 'Refused',
    failed: 'Not issued',
    waiting: 'Not ordered yet',
    result: 'Result with links',
    resultHint: 'Whoever has this file can open the gifts. Downloads stand in the audit.',
    wrongLines: 'Lines without a certificate',
    wrongFile: 'Download them to correct',
    wrongHint: 'Correct the downloaded sheet and upload it: it holds only these lines.',
    line: 'Line',
    reason: 'What is wrong',
    lineState: {
      right: 'not ordered',
      wrong: 'wrong',
      placed: 'in process',
      issued: 'issued',
      failed: 'not issued',
      refused: 'refused',
    },
    problems: {
      unreadable: 'The file can’t be read. Save it as XLSX or CSV and upload it again.',
      'no-columns': 'The columns that are needed were not found. Take the headings of the empty sheet.',
      empty: 'The sheet has no lines.',
      'too-long': 'There are too many lines. Split the sheet.',
      'wrong-lines': 'Some lines are wrong, nothing was ordered.',
      incomplete: 'Not all parts have come.',
    },
  },
};
