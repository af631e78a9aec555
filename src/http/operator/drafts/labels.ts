/** What `/o/drafts` says. */
import type { Language } from '../../../platform/text/language.ts';
import type { Draft } from '../../../suppliers/mail/drafts.ts';

export interface DraftLabels {
  title: string;
  lead: string;
  empty: string;
  waitingOnly: string;
  all: string;
  one: (id: number) => string;
  draft: string;
  state: string;
  states: Record<Draft['state'], string>;
  supplier: string;
  came: string;
  from: string;
  file: string;
  rows: string;
  sender: string;
  checks: Record<Draft['senderCheck'], string>;
  checkHints: Record<Draft['senderCheck'], string>;
  uploaded: string;
  size: (kilobytes: string) => string;
  decided: string;
  note: string;
  reading: string;
  loading: string;
  readOf: (read: string, of: string) => string;
  renews: string;
  rules: string;
  rulesLead: string;
  product: string;
  chooseProduct: string;
  face: string;
  faceHint: string;
  sheet: string;
  sheetHint: string;
  columns: Record<'number' | 'pin' | 'faceColumn' | 'expiry', string>;
  columnsTitle: string;
  columnsHint: string;
  noHeadings: string;
  skipWrong: string;
  hidden: string;
  hiddenChoices: Record<'ask' | 'read' | 'skip', string>;
  everySheet: string;
  zerosAreReal: string;
  asGiven: string;
  skipDuplicates: string;
  addFaces: string;
  activity: string;
  activities: Record<'by-row' | 'all-active' | 'all-inactive', string>;
  acceptSender: string;
  preview: string;
  previewAgain: string;
  load: (codes: string) => string;
  loadHint: string;
  waits: (approval: number) => string;
  refused: string;
  reject: string;
  rejectNote: string;
  rejected: string;
  asked: string;
  busy: string;
  ended: string;
  notPreviewed: string;
  outcomes: Record<
    'no-draft' | 'unauthenticated' | 'foreign-product' | 'no-product' | 'several-products' | 'broken',
    string
  >;
  problems: Record<'face' | 'productId', string>;
}

export const draftLabels: Record<Language, DraftLabels> = {
  ru: {
    title: 'Черновики кодов',
    lead: 'Файлы с кодами, которые пришли почтой или были загружены на странице. Кодов на странице нет: они остаются запечатанными.',
    empty:
      'Черновиков, которые ждут решения, нет. Они приходят письмом от известных отправителей или со страницы «Коды» поставщика.',
    waitingOnly: 'Только ожидающие',
    all: 'Показать все',
    one: (id) => `Черновик ${id}`,
    draft: 'Черновик',
    state: 'Состояние',
    states: { waiting: 'ждёт', loaded: 'загружен', rejected: 'отклонён' },
    supplier: 'Поставщик',
    came: 'Пришёл',
    from: 'От кого',
    file: 'Файл',
    rows: 'Строк',
    sender: 'Проверка отправителя',
    checks: {
      pass: 'подтверждён',
      fail: 'подделан',
      none: 'не доказан',
      temperror: 'не удалось проверить',
      unjudged: 'не проверялся',
    },
    checkHints: {
      pass: 'Письмо действительно от этого адреса.',
      fail: 'Письмо НЕ от этого адреса, хотя так написано. Спросите поставщика об этом файле.',
      none: 'Ничто не доказывает, что письмо от этого адреса. Спросите поставщика об этом файле.',
      temperror: 'Проверить не удалось. Спросите поставщика об этом файле.',
      unjudged: 'Письмо пришло до того, как отправителей стали проверять.',
    },
    uploaded: 'загружен на странице',
    size: (kilobytes) => `${kilobytes} КБ`,
    decided: 'Решено',
    note: 'Заметка',
    reading: 'Файл читается',
    loading: 'Коды загружаются',
    readOf: (read, of) => `Прочитано ${read} из ${of} строк`,
    renews: 'Страница обновляется сама.',
    rules: 'Как читать файл',
    rulesLead:
      'Столбцы находятся по заголовкам. Что сказано о столбце, запоминается для файлов этого поставщика.',
    product: 'Продукт',
    chooseProduct: 'единственный продукт поставщика',
    face: 'Номинал строк, у которых его нет, ₽',
    faceHint: 'Если в файле есть столбец «Номинал», оставьте пустым.',
    sheet: 'Лист книги',
    sheetHint: 'Пусто — единственный видимый.',
    columns: { number: 'Номер', pin: 'ПИН', faceColumn: 'Номинал', expiry: 'Срок действия' },
    columnsTitle: 'Листы и заголовки',
    columnsHint: 'Заголовок столбца или его место, считая с 1.',
    noHeadings: 'Заголовков нет: первая строка — уже код',
    skipWrong: 'Пропустить ошибочные строки и не похожие на остальные',
    hidden: 'Скрытые строки и столбцы',
    hiddenChoices: { ask: 'спросить', read: 'читать как видимые', skip: 'не читать' },
    everySheet: 'Читать каждый видимый лист; если столбца номиналов нет, номинал — название листа',
    zerosAreReal: 'Длинные номера и правда кончаются нулями: сверено с поставщиком',
    asGiven: 'Необычные номера и строки, не похожие на остальные, верны: это коды',
    skipDuplicates: 'Пропустить повторы и загрузить остальные',
    addFaces: 'Добавить номиналы, которых у продукта нет',
    activity: 'Активность кодов',
    activities: {
      'by-row': 'как сказано в строке',
      'all-active': 'все активны',
      'all-inactive': 'все неактивны',
    },
    acceptSender: 'Загрузить, хотя отправитель не подтверждён: поставщика спросили',
    preview: 'Посмотреть',
    previewAgain: 'Посмотреть ещё раз',
    load: (codes) => `Загрузить ${codes}`,
    loadHint:
      'Загрузится ровно то, что показано. Если включены «четыре глаза», это сначала подтвердит другой человек.',
    waits: (approval) => `Ждёт второго человека: решение № ${approval}.`,
    refused: 'Файл не прочитан',
    reject: 'Отклонить',
    rejectNote: 'Почему (для истории)',
    rejected: 'Черновик отклонён.',
    asked: 'Коды загружаются.',
    busy: 'Предыдущий просмотр ещё не закончен.',
    ended: 'Черновик уже решён.',
    notPreviewed: 'Посмотрите файл ещё раз: загружается только то, что показано последним.',
    outcomes: {
      'no-draft': 'Черновика нет.',
      unauthenticated: 'Отправитель подделан: отметьте, что поставщика спросили, или отклоните.',
      'foreign-product': 'Это продукт другого поставщика или без пула.',
      'no-product': 'У поставщика нет продукта с пулом.',
      'several-products': 'У поставщика несколько продуктов с пулом: выберите один.',
      broken: 'Не получилось из-за сбоя. Попробуйте ещё раз.',
    },
    problems: { face: 'Номинал — число рублей.', productId: 'Выберите продукт.' },
  },
  en: {
    title: 'Drafts of codes',
    lead: 'Files with codes that came by mail or were uploaded. No code is on a page: they stay sealed.',
    empty:
      'No draft waits for a decision. They come by mail from known senders, or from the page “Codes” of a supplier.',
    waitingOnly: 'Only those that wait',
    all: 'Show all',
    one: (id) => `Draft ${id}`,
    draft: 'Draft',
    state: 'State',
    states: { waiting: 'waits', loaded: 'loaded', rejected: 'rejected' },
    supplier: 'Supplier',
    came: 'Came',
    from: 'From',
    file: 'File',
    rows: 'Rows',
    sender: 'Sender check',
    checks: {
      pass: 'confirmed',
      fail: 'forged',
      none: 'not proven',
      temperror: 'could not be checked',
      unjudged: 'not checked',
    },
    checkHints: {
      pass: 'The mail is from this address.',
      fail: 'The mail is NOT from this address, although it says so. Ask the supplier about this file.',
      none: 'Nothing proves that the mail is from this address. Ask the supplier about this file.',
      temperror: 'It could not be checked. Ask the supplier about this file.',
      unjudged: 'The mail came before senders were checked.',
    },
    uploaded: 'uploaded at a page',
    size: (kilobytes) => `${kilobytes} kB`,
    decided: 'Decided',
    note: 'Note',
    reading: 'The file is being read',
    loading: 'The codes are being loaded',
    readOf: (read, of) => `${read} of ${of} rows read`,
    renews: 'This page renews itself.',
    rules: 'How to read the file',
    rulesLead:
      'Columns are found by their headings. What is said of a column is remembered for this supplier’s files.',
    product: 'Product',
    chooseProduct: 'the only product of the supplier',
    face: 'Face value of rows that have none, ₽',
    faceHint: 'Leave it empty if the file has a column of face values.',
    sheet: 'Sheet of the workbook',
    sheetHint: 'Empty: the only one that is not hidden.',
    columns: { number: 'Number', pin: 'PIN', faceColumn: 'Face value', expiry: 'Expiry' },
    columnsTitle: 'Sheets and headings',
    columnsHint: 'The heading of the column, or its place, counted from 1.',
    noHeadings: 'No headings: the first row is a code already',
    skipWrong: 'Skip wrong rows and those unlike the others',
    hidden: 'Hidden rows and columns',
    hiddenChoices: { ask: 'ask', read: 'read like the others', skip: 'leave out' },
    everySheet: 'Read each sheet that is not hidden; its name is its face value if it has no column of them',
    zerosAreReal: 'Long numbers really end in zeros: compared with the supplier’s own',
    asGiven: 'Unusual numbers, and rows unlike the others, are right: they are codes',
    skipDuplicates: 'Skip duplicates and load the others',
    addFaces: 'Add face values that the product lacks',
    activity: 'Activity of the codes',
    activities: {
      'by-row': 'as the row says',
      'all-active': 'all are active',
      'all-inactive': 'all are inactive',
    },
    acceptSender: 'Load it although the sender is not proven: the supplier was asked',
    preview: 'Preview',
    previewAgain: 'Preview again',
    load: (codes) => `Load ${codes}`,
    loadHint: 'Exactly what is shown is loaded. With four eyes, another person approves it first.',
    waits: (approval) => `Waits for another person: approval ${approval}.`,
    refused: 'The file was not read',
    reject: 'Reject',
    rejectNote: 'Why (for the record)',
    rejected: 'The draft is rejected.',
    asked: 'The codes are being loaded.',
    busy: 'The preview before is not over yet.',
    ended: 'The draft is decided already.',
    notPreviewed: 'Preview the file again: only what was shown last is loaded.',
    outcomes: {
      'no-draft': 'There is no draft.',
      unauthenticated: 'The sender is forged: say that the supplier was asked, or reject it.',
      'foreign-product': 'This product has no pool, or is of another supplier.',
      'no-product': 'The supplier has no product with a pool.',
      'several-products': 'The supplier has several products with pools: choose one.',
      broken: 'It failed because of an error. Try again.',
    },
    problems: { face: 'A face value is a number of roubles.', productId: 'Choose a product.' },
  },
};
