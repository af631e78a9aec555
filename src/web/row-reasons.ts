/** What is wrong with rows and files, by language. */
import type { Language } from '../platform/text/language.ts';

/** What is wrong with rows and files, as the reading says it, and the same in Russian. */
const russian: readonly [RegExp, string][] = [
  [/^(\d+) codes?$/, 'загружено кодов: $1'],
  [/^the number is missing$/, 'нет номера'],
  [/^the product has no face of (.+)$/, 'у продукта нет номинала $1'],
  [/^the face is missing$/, 'нет номинала'],
  [/^the face is no whole number of kopecks$/, 'номинал не в целых копейках'],
  [/^the face is no amount in roubles$/, 'номинал — не сумма в рублях'],
  [/^the face must be above 0$/, 'номинал должен быть больше нуля'],
  [/^the expiry is no date.*$/, 'срок действия — не дата вида 31.12.2027'],
  [/^expired on (.+)$/, 'срок действия истёк $1'],
  [/^«active» is neither yes nor no$/, '«активен» — ни да, ни нет'],
  [
    /^the numbers look rounded.*$/,
    'номера похожи на округлённые: таблица хранит 15 цифр, а вместо остальных пишет нули. Задайте столбцу текстовый формат в файле, где все цифры ещё целы, и сохраните его заново',
  ],
  [
    /^the PINs look rounded.*$/,
    'ПИН-коды похожи на округлённые: таблица хранит 15 цифр, а вместо остальных пишет нули. Задайте столбцу текстовый формат в файле, где все цифры ещё целы, и сохраните его заново',
  ],
  [
    /^the (number|PIN) is written with an exponent, so digits are lost.*$/i,
    'запись с показателем степени, цифры потеряны',
  ],
  [/^the (number|PIN) is written as an amount.*$/i, 'записано как сумма, а не как код'],
  [/^the (number|PIN) is a number of more than 15 digits.*$/i, 'число длиннее 15 цифр могло округлиться'],
  [/^the (number|PIN) is a negative number$/i, 'отрицательное число'],
  [/^the (number|PIN) holds (U\+[0-9A-F]+), which nobody can see or type$/i, 'невидимый знак $2'],
  [
    /^the (number|PIN) holds (U\+[0-9A-F]+), which is not one of the digits 0 to 9$/i,
    'знак $2 — не цифра от 0 до 9',
  ],
  [/^the (number|PIN) holds (U\+[0-9A-F]+), which is unusual in codes$/i, 'знак $2, необычный для кодов'],
  [
    /^the (number|PIN) mixes two alphabets: (U\+[0-9A-F]+) .*$/i,
    'буквы двух алфавитов: $2 не из того же, что буквы до неё',
  ],
  [
    /^the (number|PIN) is a date or a yes\/no.*$/i,
    'вместо номера дата или да/нет: столбец должен быть текстовым',
  ],
  [/^the (number|PIN) is an error of the spreadsheet$/i, 'вместо номера ошибка таблицы'],
  [/^the (number|PIN) is longer than (\d+) characters$/i, 'длиннее $2 знаков'],
  [/^no column is headed (.+)$/, 'нет столбца с номером кода: назовите его'],
  [
    /^the table has no column of faces.*$/,
    'нет столбца номиналов: назовите его или укажите номинал всех кодов',
  ],
  [/^the table has no codes$/, 'в таблице нет кодов'],
  [/^the table is empty$/, 'таблица пуста'],
  [/^the file is empty$/, 'файл пуст'],
  [/^the file is larger than (\d+) MB$/, 'файл больше $1 МБ'],
  [/^the workbook is protected by a password.*$/, 'книга защищена паролем: пришлите без пароля'],
  [/^the workbook is of the old form .xls.*$/, 'книга старого вида .xls: сохраните как .xlsx или CSV'],
  [/^workbooks with macros are not taken.*$/, 'книги с макросами не принимаются: сохраните как .xlsx'],
  [/^the file is neither an XLSX workbook nor a CSV table$/, 'это не книга XLSX и не таблица CSV'],
  [/^the file is no text$/, 'это не текст'],
  [/^the workbook is damaged$/, 'книга повреждена'],
  [/^the workbook unpacks to .*$/, 'книга слишком велика, когда распакована'],
  [/^the workbook has a row that is too long$/, 'в книге есть слишком длинная строка'],
  [
    /^the workbook has a row with a number that is not between 1 and (\d+)$/,
    'в книге есть строка с номером не от 1 до $1: сохраните её заново',
  ],
  [/^the file is an archive and no workbook$/, 'это архив, а не книга'],
  [/^the file is no workbook, or a damaged one$/, 'это не книга, или она повреждена'],
  [
    /^the file is an old or password-protected workbook.*$/,
    'книга старого вида или под паролем: сохраните как XLSX или CSV',
  ],
  [/^the file is damaged or of an unknown form$/, 'файл повреждён или неизвестного вида'],
  [/^the file is no CSV .*$/, 'это не таблица CSV'],
  [/^the file (can not|may not) be read$/, 'файл не читается'],
  [/^(this is not a file|there is no such file)$/, 'такого файла нет'],
  [/^a quote is opened and not closed.*$/, 'кавычка открыта и не закрыта'],
  [/^row (\d+) has more than (\d+) cells$/, 'в строке $1 больше $2 ячеек'],
  [/^the table has more than (\d+) rows$/, 'в таблице больше $1 строк'],
  [/^the table is too large to read$/, 'таблица слишком велика'],
  [/^the table takes too long to read$/, 'таблица читается слишком долго'],
  [/^the table could not be read$/, 'таблица не читается'],
  [/^there is no product (\d+)$/, 'продукта $1 нет'],
  [
    /^the codes of product (\d+) are made by the platform.*$/,
    'коды продукта $1 делает платформа: загружать их некуда',
  ],
  [/^the column of the certificate number must be named.*$/, 'назовите столбец с номером кода'],
];

/** What helps against numbers that a spreadsheet has taken for amounts. */
const asText = ': its column must be of type text';
const inRussian = 'столбец должен быть текстовым';

export function reasonIn(reason: string, language: Language): string {
  if (language === 'en') return reason;
  const known = russian.find(([form]) => form.test(reason));
  if (known === undefined) return reason;
  const said = reason.replace(known[0], known[1]);
  return reason.endsWith(asText) && !said.endsWith(inRussian) ? `${said}: ${inRussian}` : said;
}
