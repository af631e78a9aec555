/** What is wrong with rows and files, by language. */
import type { Language } from '../platform/text/language.ts';

/** What is wrong with rows and files, as the reading says it, and the same in Russian. */
const russian: readonly [RegExp, string][] = [
  [/^(\d+) codes?$/, 'загружено кодов: $1'],
  [
    /^the (?:number|PIN) is what a spreadsheet shows where a column is too narrow$/,
    'вместо кода решётки: столбец был слишком узким',
  ],
  [/^the (?:number|PIN) is a word and no code$/, 'слово, а не код'],
  [/^the (?:number|PIN) is a sign for nothing$/, 'прочерк, а не код'],
  [/^the (?:number|PIN) is a total$/, 'итог, а не код'],
  [/^the (?:number|PIN) is a heading$/, 'заголовок, а не код'],
  [/^the (?:number|PIN) is masked$/, 'код скрыт звёздочками'],
  [/^the (?:number|PIN) is a date$/, 'дата, а не код'],
  [/^the (?:number|PIN) is a text of several words$/, 'текст из нескольких слов, а не код'],
  [
    /^the (?:number|PIN) has a number format that adds signs.*$/,
    'знаки добавляет числовой формат: столбец должен быть текстовым',
  ],
  [
    /^the number has other signs than those of the other rows$/,
    'в номере другие знаки, чем у остальных строк',
  ],
  [
    /^the number is shorter than those of the other rows.*$/,
    'номер короче, чем у остальных строк: могли пропасть нули в начале',
  ],
  [/^the number is not as long as those of the other rows$/, 'номер другой длины, чем у остальных строк'],
  [/^the other rows have a PIN$/, 'у остальных строк есть ПИН'],
  [/^the other rows have no PIN$/, 'у остальных строк ПИН нет'],
  [
    /^the PIN is shorter than those of the other rows.*$/,
    'ПИН короче, чем у остальных строк: могли пропасть нули в начале',
  ],
  [/^the PIN is not as long as those of the other rows$/, 'ПИН другой длины, чем у остальных строк'],
  [/^the PIN has other signs than those of the other rows$/, 'в ПИН другие знаки, чем у остальных строк'],
  [/^the other rows have an end$/, 'у остальных строк есть срок действия'],
  [/^the other rows have no end$/, 'у остальных строк срока действия нет'],
  [
    /^the end is many years from those of the other rows$/,
    'срок действия на много лет отличается от остальных',
  ],
  [
    /^the check digit is wrong, that of the other rows is right$/,
    'контрольная цифра неверна, а у остальных строк верна',
  ],
  [/^a remark stands beside it$/, 'рядом есть пометка'],
  [/^a remark says that it is not to be sold$/, 'в пометке сказано, что код не продаётся'],
  [/^the state says that the code cannot be sold$/, 'по состоянию код нельзя продать'],
  [/^the state is unknown$/, 'состояние непонятно'],
  [/^the first day is no date.*$/, 'начало действия — не дата вида 31.12.2027'],
  [/^valid only from (.+)$/, 'действует только с $1'],
  [/^the currency is not the rouble$/, 'валюта — не рубль'],
  [
    /^the workbook has further sheets: (.+)\. Say which one is meant, or that each is read$/,
    'в книге есть ещё листы: $1. Скажите, какой нужен, или что читаются все',
  ],
  [/^the column of the number is hidden(.*)$/, 'столбец с номером скрыт$1'],
  [
    /^columns (\d+) and (\d+) both look like the ([^;]+);.*$/,
    'столбцы $1 и $2 похожи на одно и то же: скажите, который нужен',
  ],
  [/^columns are counted from 1.*$/, 'столбцы считаются с 1'],
  [
    /^the workbook is damaged: the part with its texts is missing$/,
    'книга повреждена: в ней нет части с текстами',
  ],
  [/^the workbook is damaged: a part (?:is larger than it says|of it never ends)$/, 'книга повреждена'],
  [/^the workbook has more than (\d+) sheets$/, 'в книге больше $1 листов'],
  [/^the workbook is nested too deeply$/, 'книга устроена необычно: сохраните её заново'],
  [/^the workbook has a piece of more than (\d+) kB$/, 'в книге есть кусок больше $1 КБ'],
  [/^row (\d+) is hidden.*$/, 'строка $1 скрыта: покажите все строки и сохраните файл заново'],
  [/^column (\d+) is hidden.*$/, 'столбец $1 скрыт: покажите все столбцы и сохраните файл заново'],
  [/^the workbook has a further sheet (.+): leave.*$/, 'в книге есть ещё лист $1: оставьте один'],
  [/^the row is hidden in the file$/, 'строка скрыта в файле'],
  [/^the number lost its zeros in front$/, 'у номера пропали нули в начале'],
  [/^the file has (\d+) lines, of which (\d+) were read$/, 'в файле строк: $1, а прочитано: $2'],
  [
    /^the file is a web page .*$/,
    'это веб-страница с именем таблицы: откройте её в табличной программе и сохраните как XLSX',
  ],
  [
    /^the file is a table in XML of Excel 2003.*$/,
    'это таблица в XML Excel 2003: откройте её в табличной программе и сохраните как XLSX',
  ],
  [
    /^the file is (?:XML|JSON) and no table.*$/,
    'это не таблица: откройте файл в табличной программе и сохраните как XLSX',
  ],
  [
    /^the file is a text document.*$/,
    'это текстовый документ: перенесите таблицу в табличную программу и сохраните как XLSX',
  ],
  [/^the file is a PDF.*$/, 'это PDF: попросите таблицу, из которой он сделан'],
  [/^the file is packed.*$/, 'файл упакован: сначала распакуйте его'],
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
  [
    /^the (?:number|code) does not fit the barcode (.+): 13 digits are needed$/,
    'для штрихкода $1 нужно 13 цифр',
  ],
  [
    /^the (?:number|code) does not fit the barcode (.+): its check digit is wrong$/,
    'не подходит для штрихкода $1: неверна контрольная цифра',
  ],
  [
    /^the (?:number|code) does not fit the barcode (.+): only digits fit$/,
    'не подходит для штрихкода $1: в нём бывают только цифры',
  ],
  [
    /^the (?:number|code) does not fit the barcode (.+): the number of digits must be even$/,
    'не подходит для штрихкода $1: число цифр должно быть чётным',
  ],
  [
    /^the (?:number|code) does not fit the barcode (.+): only capital Latin letters, (.+)$/,
    'не подходит для штрихкода $1: в нём бывают только заглавные латинские буквы, цифры и - . $$ / + %',
  ],
  [
    /^the (?:number|code) does not fit the barcode (.+): only Latin letters, (.+)$/,
    'не подходит для штрихкода $1: в нём бывают только латинские буквы, цифры и знаки ASCII',
  ],
  [
    /^the (?:number|code) does not fit the barcode (.+): more than (\d+) signs are never drawn$/,
    'длиннее $2 знаков: штрихкод не рисуется',
  ],
  [
    /^the (?:number|code) does not fit the barcode (.+): the PIN that it shows is missing$/,
    'нет ПИН, который должен быть в штрихкоде $1',
  ],
  [
    /^the (?:number|code) does not fit the barcode (.+): its bars would be too thin to scan from paper$/,
    'слишком длинный для штрихкода $1: на бумаге штрихи будут слишком тонкими для сканера',
  ],
  [
    /^the codes that were loaded before are still being compared with each other: .*$/,
    'ранее загруженные коды ещё сравниваются между собой: попробуйте через несколько минут',
  ],
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
  [/^the workbook is damaged.*$/, 'книга повреждена'],
  [/^the workbook has a piece of more than (\d+) kB$/, 'в книге есть кусок длиннее $1 КБ: таких не бывает'],
  [/^the workbook has more than (\d+) sheets$/, 'в книге больше $1 листов'],
  [/^the workbook is nested too deeply$/, 'книга устроена слишком сложно'],
  [/^row (\d+) has more than (\d+) characters$/, 'в строке $1 больше $2 знаков'],
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
  [
    /^the files of this sender took too long to read in the last hour.*$/,
    'файлы этого отправителя за последний час читались слишком долго: пришлите позже ещё раз',
  ],
  [
    /^the files before it in this mail took too long to read$/,
    'файлы перед ним в письме читались слишком долго',
  ],
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
