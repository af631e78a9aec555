/** Why a file cannot be read as a table; none quotes the file, but for the name of a sheet. */
import { reasonsOf, type ReasonOf } from '../text/reasons.ts';

const saveAgain = 'open it in a spreadsheet program and save it as XLSX';
const saveAgainRu = 'откройте её в табличной программе и сохраните как XLSX';
const notTable = 'это не таблица: откройте файл в табличной программе и сохраните как XLSX';

export const tableReasons = reasonsOf({
  'no-file': { en: 'this is not a file', ru: 'такого файла нет' },
  missing: { en: 'there is no such file', ru: 'такого файла нет' },
  forbidden: { en: 'the file may not be read', ru: 'файл не читается' },
  'file-too-large': { en: 'the file is larger than {megabytes} MB', ru: 'файл больше {megabytes} МБ' },
  'old-workbook': {
    en: 'the file is an old or password-protected workbook: save it as plain XLSX or CSV',
    ru: 'книга старого вида или под паролем: сохраните как XLSX или CSV',
  },
  'web-page': {
    en: `the file is a web page that was named like a table: ${saveAgain}`,
    ru: `это веб-страница с именем таблицы: ${saveAgainRu}`,
  },
  'web-archive': {
    en: `the file is a web page that was saved as an archive: ${saveAgain}`,
    ru: `это веб-страница с именем таблицы: ${saveAgainRu}`,
  },
  'excel-2003': {
    en: `the file is a table in XML of Excel 2003: ${saveAgain}`,
    ru: `это таблица в XML Excel 2003: ${saveAgainRu}`,
  },
  xml: { en: `the file is XML and no table: ${saveAgain}`, ru: notTable },
  json: { en: `the file is JSON and no table: ${saveAgain}`, ru: notTable },
  'text-document': {
    en: 'the file is a text document: copy its table into a spreadsheet program and save it as XLSX',
    ru: 'это текстовый документ: перенесите таблицу в табличную программу и сохраните как XLSX',
  },
  pdf: {
    en: 'the file is a PDF and no table: ask for the table from which it was made',
    ru: 'это PDF: попросите таблицу, из которой он сделан',
  },
  packed: { en: 'the file is packed: unpack it first', ru: 'файл упакован: сначала распакуйте его' },
  'no-text': { en: 'the file is no text', ru: 'это не текст' },
  'no-csv': {
    en: 'the file is no CSV ({code} at or before line {line})',
    ru: 'это не таблица CSV',
  },
  'lines-lost': {
    en: 'the file has {lines} lines, of which {read} were read',
    ru: 'в файле строк: {lines}, а прочитано: {read}',
  },
  'quote-takes-rows': {
    en: 'a quote is opened and not closed at or before line {line}: it takes in further rows',
    ru: 'кавычка открыта и не закрыта',
  },
  'open-quote': {
    en: 'a quote is opened and not closed at or before line {line}',
    ru: 'кавычка открыта и не закрыта',
  },
  'no-workbook': {
    en: 'the file is no workbook, or a damaged one',
    ru: 'это не книга, или она повреждена',
  },
  'unpacks-too-large': {
    en: 'the workbook unpacks to more than {megabytes} MB',
    ru: 'книга слишком велика, когда распакована',
  },
  'texts-missing': {
    en: 'the workbook is damaged: the part with its texts is missing',
    ru: 'книга повреждена: в ней нет части с текстами',
  },
  'part-too-large': {
    en: 'the workbook is damaged: a part is larger than it says',
    ru: 'книга повреждена',
  },
  'part-unended': { en: 'the workbook is damaged: a part of it never ends', ru: 'книга повреждена' },
  'too-many-sheets': {
    en: 'the workbook has more than {most} sheets',
    ru: 'в книге больше {most} листов',
  },
  'nested-too-deeply': {
    en: 'the workbook is nested too deeply',
    ru: 'книга устроена необычно: сохраните её заново',
  },
  'piece-too-large': {
    en: 'the workbook has a piece of more than {kilobytes} kB',
    ru: 'в книге есть кусок больше {kilobytes} КБ',
  },
  'row-too-long': {
    en: 'the workbook has a row that is too long',
    ru: 'в книге есть слишком длинная строка',
  },
  'row-number': {
    en: 'the workbook has a row with a number that is not between 1 and {most}',
    ru: 'в книге есть строка с номером не от 1 до {most}: сохраните её заново',
  },
  'hidden-row': {
    en: 'row {line} is hidden: show all rows and save the file again',
    ru: 'строка {line} скрыта: покажите все строки и сохраните файл заново',
  },
  'hidden-column': {
    en: 'column {column} is hidden: show all columns and save the file again',
    ru: 'столбец {column} скрыт: покажите все столбцы и сохраните файл заново',
  },
  'further-sheet': {
    en: 'the workbook has a further sheet «{name}»: leave one sheet in it',
    ru: 'в книге есть ещё лист «{name}»: оставьте один',
  },
  'too-many-cells': {
    en: 'row {line} has more than {most} cells',
    ru: 'в строке {line} больше {most} ячеек',
  },
  'too-many-characters': {
    en: 'row {line} has more than {most} characters',
    ru: 'в строке {line} больше {most} знаков',
  },
  'too-many-rows': { en: 'the table has more than {most} rows', ru: 'в таблице больше {most} строк' },
  'too-large': { en: 'the table is too large to read', ru: 'таблица слишком велика' },
  'too-slow': { en: 'the table takes too long to read', ru: 'таблица читается слишком долго' },
  unknown: {
    en: 'the file is damaged or of an unknown form',
    ru: 'файл повреждён или неизвестного вида',
  },
});

export type TableReason = ReasonOf<typeof tableReasons>;
