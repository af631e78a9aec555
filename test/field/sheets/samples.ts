/** Files of codes as suppliers send them. What is right is said of the file as it comes, and of what somebody says of it then. */
import type { FieldSample } from '../field-sample.ts';
import type { FileRules } from '../../../src/commands/catalog/file-rules.ts';

export interface SheetInput {
  file: string;
  /** The face of rows that have none. */
  faceRoubles?: number;
}

export interface SheetRight {
  /** `asked`: nothing is loaded until somebody says more. */
  is: 'read' | 'asked' | 'refused';
  /** How many codes are good as they stand; of a file that is read, those that are loaded. */
  codes?: number;
  /** Of its rows: the lines that are not taken as codes. */
  lines?: number[];
  /** Columns that somebody must name. */
  columns?: string[];
  /** Why it is refused, or what is said of its rows. */
  says?: RegExp;
  /** What comes of it when somebody has said this. */
  said?: { rules: FileRules; numbers: string[] };
  /** Number and PIN, as they are loaded. */
  numbers?: string[];
}

type SheetSample = FieldSample<SheetInput, SheetRight>;

const file = (name: string, source: string, right: SheetRight, faceRoubles?: number): SheetSample => ({
  name,
  source,
  input: { file: name, ...(faceRoubles === undefined ? {} : { faceRoubles }) },
  right,
});

const wayOut = /type text/;

const roundedNumbers: SheetSample[] = [
  file('s01-16digits-number.xlsx', 'MicrosoftDocs/OfficeDocs-Support#745', {
    is: 'asked',
    codes: 0,
    lines: [2, 3, 4],
    says: wayOut,
  }),
  file('s01b-16digits-format0.xlsx', 'SpartnerNL/Laravel-Excel#1126', {
    is: 'asked',
    codes: 0,
    lines: [2, 3],
    says: wayOut,
  }),
  file('card-format.xlsx', 'MicrosoftDocs/OfficeDocs-Support#622', {
    is: 'asked',
    codes: 0,
    lines: [2],
    says: wayOut,
  }),
  file('rounded-text.csv', 'opengovsg/FormSG#4893', { is: 'refused', says: /look rounded.*as text/ }, 1000),
  file('v1-java-sci.csv', 'shuchkin/simplexlsx#76', { is: 'asked', codes: 0, lines: [2, 3], says: wayOut }),
  file('groups.csv', 'own', { is: 'asked', codes: 0, lines: [2], says: wayOut }),
];

const shownOtherwise: SheetSample[] = [
  file('s13-prefix.xlsx', 'SheetJS/sheetjs#1394', {
    is: 'asked',
    codes: 4,
    lines: [4],
    said: {
      rules: { asGiven: true },
      numbers: ['GC-131301/1111', 'GC-131302/2222', 'GC-131304/4444', 'GC-131305/5555', 'GC-PF131303/3333'],
    },
  }),
  file('thousands-prefix.xlsx', 'own', { is: 'asked', codes: 0, lines: [2, 3], says: /number format/ }),
  file('pins-by-format.xlsx', 'javiertelioz/angular2-csv#36', {
    is: 'read',
    numbers: ['PF360001/0111', 'PF360002/2222'],
  }),
  file('merged-faces.xlsx', 'own', {
    is: 'read',
    numbers: ['MF320001/0111', 'MF320002/0222', 'MF320003/0333', 'MF320004/0444'],
  }),
];

const rowsThatAreNone: SheetSample[] = [
  file('s09a-footer.csv', 'dfinke/ImportExcel#996', { is: 'asked', codes: 3, lines: [5, 6] }, 1000),
  file(
    's09d-second-head.csv',
    'codection/wc-serial-numbers#557',
    { is: 'asked', codes: 2, lines: [3] },
    1000,
  ),
  file('total-below.csv', 'ryancramerdesign/ImportPagesCSV#1', { is: 'asked', codes: 2, lines: [4] }),
  file('masked.csv', 'own', { is: 'asked', codes: 3, lines: [5, 6, 7, 8, 9, 10] }),
  file('lost-zeros.csv', 'javiertelioz/angular2-csv#36', {
    is: 'asked',
    codes: 4,
    lines: [5],
    says: /zeros in front/,
  }),
  file('pins-as-numbers.xlsx', 'javiertelioz/angular2-csv#36', {
    is: 'asked',
    codes: 3,
    lines: [2],
    says: /zeros in front/,
  }),
  file('check-digit.csv', 'own', { is: 'asked', codes: 6, lines: [5], says: /check digit/ }),
  file('remark.csv', 'mitodl/mitxpro#1694', { is: 'asked', codes: 4, lines: [3], says: /remark/ }),
];

const columns: SheetSample[] = [
  file('s07a-password-shelf.csv', 'openfoodfacts/openfoodfacts-server#12556', {
    is: 'read',
    numbers: ['UC770001/1111', 'UC770002/2222'],
  }),
  file('s07b-status.csv', 'own', {
    is: 'asked',
    codes: 2,
    lines: [3, 4],
    said: { rules: { skipWrong: true }, numbers: ['UC770011/1111', 'UC770014/4444'] },
  }),
  file('unread-codes.csv', 'own', {
    is: 'asked',
    codes: 3,
    columns: ['Доп. поле'],
    said: {
      rules: { columns: { pin: 'Доп. поле' } },
      numbers: ['UR550001/8341', 'UR550002/2217', 'UR550003/0968'],
    },
  }),
  file('unread-dates.csv', 'own', {
    is: 'asked',
    codes: 3,
    columns: ['Партия'],
    said: { rules: { columns: { skip: ['Партия'] } }, numbers: ['UD550001/', 'UD550002/', 'UD550003/'] },
  }),
  file('unread-price.csv', 'own', { is: 'asked', codes: 3, columns: ['Закупка'] }),
  file('currency.csv', 'own', { is: 'asked', codes: 2, lines: [3], says: /currency/ }),
  file('valid-from.csv', 'own', { is: 'asked', codes: 1, lines: [3], says: /valid only from/ }),
  file('two-levels.csv', 'own', { is: 'read', numbers: ['TL220001/0111', 'TL220002/0222'] }, 1000),
  file('two-levels.xlsx', 'own', { is: 'read', numbers: ['TW330001/0111', 'TW330002/0222'] }),
];

const unseen: SheetSample[] = [
  file('s05-hidden-rows.xlsx', 'dfinke/ImportExcel#762', {
    is: 'asked',
    codes: 2,
    columns: ['Отгружено'],
    said: {
      rules: { hidden: 'skip', columns: { skip: ['Отгружено'] } },
      numbers: ['HR550001/1111', 'HR550004/4444'],
    },
  }),
  file('filtered-rows.xlsx', 'SheetJS/sheetjs#630', {
    is: 'asked',
    codes: 2,
    said: { rules: { hidden: 'read' }, numbers: ['FR310001/0111', 'FR310002/0222', 'FR310003/0333'] },
  }),
  file('hidden-column.xlsx', 'sparna-git/xls2rdf#29', {
    is: 'asked',
    codes: 2,
    said: { rules: { hidden: 'read' }, numbers: ['HC300001/0111', 'HC300002/0222'] },
  }),
  file('s08-two-sheets.xlsx', 'eXpandFramework/eXpand#115', {
    is: 'refused',
    says: /further sheets: «500»/,
    said: { rules: { everySheet: true }, numbers: ['TS880001/1111', 'TS880501/1111', 'TS880502/1111'] },
  }),
  file('sheets-by-face.xlsx', 'eXpandFramework/eXpand#115', {
    is: 'refused',
    says: /further sheets: «500 руб\.»/,
    said: { rules: { everySheet: true }, numbers: ['SF380001/0111', 'SF380501/0222', 'SF380502/0333'] },
  }),
  file('sheets-of-other-columns.xlsx', 'own', {
    is: 'refused',
    says: /further sheets: «1000 руб\.»/,
    said: {
      rules: { everySheet: true, columns: { pin: 'Служебное', skip: ['Отметка склада'] } },
      numbers: ['ES390001/7101', 'ES390002/8204', 'ES390003/9317', 'ES391001/', 'ES391002/', 'ES391003/'],
    },
  }),
  file('hidden-sheet.xlsx', 'own', { is: 'read', numbers: ['HS370002/0222'] }),
];

const forms: SheetSample[] = [
  file('s03-invisible.csv', 'frappe/erpnext#44809', {
    is: 'asked',
    codes: 0,
    lines: [2, 3, 4, 5, 6, 7],
    says: /nobody can see/,
  }),
  file('s03a-first.csv', 'own', { is: 'read', numbers: ['ZW330001/1111', 'ZW330002/2222'] }),
  file('s03b-again-invisible.csv', 'validatorjs/validator.js#802', { is: 'asked', codes: 0, lines: [2, 3] }),
  file('s11-capital.xlsx', 'elixir-xlsx/xlsx_writer#12', { is: 'read', numbers: ['CS110001/1111'] }),
  file('backslashes.xlsx', 'own', { is: 'read', numbers: ['BS340001/0111'] }),
  file('s16h-mixed-eol3.csv', 'own', { is: 'read', numbers: ['ME160071/', 'ME160072/', 'ME160073/'] }),
  file('s17-title.csv', 'buckets/application#772', { is: 'read', numbers: ['TI170001/1111'] }),
  file('utf16-no-bom.csv', 'qbicsoftware/data-manager-app#588', {
    is: 'read',
    numbers: ['UT160001/0111', 'UT160002/0222'],
  }),
  file('utf16-be.txt', 'SheetJS/sheetjs#575', { is: 'read', numbers: ['UB160001/0111'] }),
  file('ctrl-z.csv', 'own', { is: 'read', numbers: ['CZ170001/0111', 'CZ170002/0222'] }),
  file('tabs.xls', 'SheetJS/sheetjs#575', { is: 'read', numbers: ['TB190001/0111'] }),
  file('page.xls', 'hhurz/tableExport.jquery.plugin#49', {
    is: 'refused',
    says: /web page.*save it as XLSX/,
  }),
  file('excel-2003.xls', 'own', { is: 'refused', says: /XML of Excel 2003.*save it as XLSX/ }),
  file('open-quote.csv', 'own', { is: 'refused', says: /quote.*takes in further rows/ }),
];

export const sheetSamples: readonly SheetSample[] = [
  ...roundedNumbers,
  ...shownOtherwise,
  ...rowsThatAreNone,
  ...columns,
  ...unseen,
  ...forms,
];
