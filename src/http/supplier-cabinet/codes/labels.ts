/** What `/s/codes` says. */
import type { Language } from '../../../platform/text/language.ts';

export interface CodesLabels {
  title: string;
  lead: string;
  stock: string;
  noStock: string;
  upload: string;
  file: string;
  fileHint: (megabytes: string) => string;
  product: string;
  face: string;
  faceHint: string;
  faceColumn: string;
  skip: string;
  send: string;
  errors: Record<'no-file' | 'too-large' | 'busy' | 'no-product' | 'face', string>;
  unreadable: (details: string) => string;
  known: string;
  files: string;
  name: string;
  came: string;
  rows: string;
  state: string;
  states: Record<'waiting' | 'loaded' | 'rejected', string>;
  one: (name: string) => string;
  back: string;
  bySource: Record<'mail' | 'page', string>;
  source: string;
  note: string;
  preview: string;
  reading: (read: string, all: string) => string;
  notRead: string;
  ready: (codes: string) => string;
  nothing: string;
  unreadableRun: string;
  codes: string;
  sum: string;
  inactive: string;
  byFace: string;
  byLot: string;
  lastDay: string;
  asProduct: string;
  duplicatesInFile: (count: string) => string;
  duplicatesInVault: (count: string) => string;
  wrong: (count: string) => string;
  line: (line: number) => string;
  sameAs: (line: number) => string;
  andMore: string;
  waits: string;
  waiting: (orders: string) => string;
}

export const codesLabels: Record<Language, CodesLabels> = {
  ru: {
    title: 'Коды',
    lead: 'Запас кодов и загрузка новых. Файл проверяется сразу, в продажу его выпускает оператор.',
    stock: 'Запас',
    noStock: 'У вас нет сертификатов, коды которых загружаются заранее.',
    upload: 'Загрузить файл',
    file: 'Таблица с кодами',
    fileHint: (megabytes) =>
      `XLSX или CSV до ${megabytes} МБ: номер, при необходимости ПИН, номинал и срок. Файл хранится зашифрованным.`,
    product: 'Сертификат',
    face: 'Номинал строк, в которых его нет, ₽',
    faceHint: 'Если номинал есть в таблице, оставьте пустым.',
    faceColumn: 'Номинал',
    skip: 'Строки с ошибками и повторы пропустить, остальные загрузить',
    send: 'Загрузить и проверить',
    errors: {
      'no-file': 'Выберите файл.',
      'too-large': 'Файл больше 15 МБ. Разделите его на части.',
      busy: 'Сейчас загружается много файлов. Повторите через минуту.',
      'no-product': 'Выберите сертификат из списка.',
      face: 'Введите номинал числом, например 500.',
    },
    unreadable: (details) => `Файл не удалось прочитать: ${details}.`,
    known: 'Этот файл вы уже присылали, вот он.',
    files: 'Ваши файлы',
    name: 'Файл',
    came: 'Пришёл',
    rows: 'Строк',
    state: 'Состояние',
    states: { waiting: 'ждёт оператора', loaded: 'загружен', rejected: 'отклонён' },
    one: (name) => `Файл ${name}`,
    back: 'Все файлы и запас',
    bySource: { mail: 'по почте', page: 'на этой странице' },
    source: 'Как пришёл',
    note: 'Что решено',
    preview: 'Проверка',
    reading: (read, all) => `Проверяем: прочитано строк ${read} из ${all}.`,
    notRead: 'Файл ещё не проверяли.',
    ready: (codes) => `Можно загрузить кодов: ${codes}. Оператор увидит этот файл и выпустит коды в продажу.`,
    nothing: 'Загрузить нечего: исправьте ошибки и пришлите файл снова.',
    unreadableRun: 'Файл не удалось проверить: в нём не нашлись нужные столбцы или строки.',
    codes: 'Кодов',
    sum: 'Сумма',
    inactive: 'Из них неактивных',
    byFace: 'По номиналам',
    byLot: 'По срокам',
    lastDay: 'Последний день',
    asProduct: 'по правилам сертификата',
    duplicatesInFile: (count) => `Повторы внутри файла: ${count}`,
    duplicatesInVault: (count) => `Уже были загружены раньше: ${count}`,
    wrong: (count) => `Строки с ошибками: ${count}`,
    line: (line) => `строка ${line}`,
    sameAs: (line) => `то же, что строка ${line}`,
    andMore: 'и другие',
    waits: 'Заказы ждут эти коды',
    waiting: (orders) => `заказов: ${orders}`,
  },
  en: {
    title: 'Codes',
    lead: 'The stock of codes, and uploading new ones. A file is checked at once; the operator puts it on sale.',
    stock: 'Stock',
    noStock: 'You have no certificates whose codes are loaded beforehand.',
    upload: 'Upload a file',
    file: 'A table with codes',
    fileHint: (megabytes) =>
      `XLSX or CSV up to ${megabytes} MB: number, and if needed PIN, face value and validity. The file is kept encrypted.`,
    product: 'Certificate',
    face: 'Face value of rows that have none, ₽',
    faceHint: 'Leave empty if the table has face values.',
    faceColumn: 'Face value',
    skip: 'Skip rows with mistakes and duplicates, and load the others',
    send: 'Upload and check',
    errors: {
      'no-file': 'Choose a file.',
      'too-large': 'The file is larger than 15 MB. Split it.',
      busy: 'Many files are being uploaded. Try again in a minute.',
      'no-product': 'Choose a certificate of the list.',
      face: 'Enter the face value as a number, for instance 500.',
    },
    unreadable: (details) => `The file could not be read: ${details}.`,
    known: 'You have sent this file before; here it is.',
    files: 'Your files',
    name: 'File',
    came: 'Came',
    rows: 'Rows',
    state: 'State',
    states: { waiting: 'waits for the operator', loaded: 'loaded', rejected: 'rejected' },
    one: (name) => `File ${name}`,
    back: 'All files and the stock',
    bySource: { mail: 'by mail', page: 'on this page' },
    source: 'How it came',
    note: 'What was decided',
    preview: 'Check',
    reading: (read, all) => `Checking: ${read} of ${all} rows have been read.`,
    notRead: 'The file has not been checked yet.',
    ready: (codes) =>
      `${codes} codes can be loaded. The operator will see this file and put the codes on sale.`,
    nothing: 'There is nothing to load: correct the mistakes and send the file again.',
    unreadableRun: 'The file could not be checked: the columns or rows that are needed are not in it.',
    codes: 'Codes',
    sum: 'Sum',
    inactive: 'Inactive among them',
    byFace: 'By face value',
    byLot: 'By validity',
    lastDay: 'Last day',
    asProduct: 'as the certificate says',
    duplicatesInFile: (count) => `Duplicates within the file: ${count}`,
    duplicatesInVault: (count) => `Loaded before: ${count}`,
    wrong: (count) => `Rows with mistakes: ${count}`,
    line: (line) => `line ${line}`,
    sameAs: (line) => `same as line ${line}`,
    andMore: 'and others',
    waits: 'Orders wait for these codes',
    waiting: (orders) => `orders: ${orders}`,
  },
};
