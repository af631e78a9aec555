/** What is wrong with a template: the one list for files, forms and commands. */
import { reasonsOf, type ReasonOf } from '../../platform/text/reasons.ts';

export const templateReasons = reasonsOf({
  'file-long': {
    en: 'the file is too large: {most} bytes at the most',
    ru: 'файл слишком велик: не больше {most} байт',
  },
  'file-coding': { en: 'the file is not text in UTF-8', ru: 'файл — не текст в UTF-8' },

  'json-early-end': { en: 'the file ends too early', ru: 'файл обрывается раньше времени' },
  'json-deep': {
    en: 'values are nested more than {most} deep',
    ru: 'значения вложены глубже {most} уровней',
  },
  'json-name': {
    en: 'a name in double quotes is missing here',
    ru: 'здесь не хватает имени в двойных кавычках',
  },
  'json-twice': { en: '«{name}» is here twice', ru: '«{name}» здесь дважды' },
  'json-colon': {
    en: 'a colon is missing after the name',
    ru: 'после имени не хватает двоеточия',
  },
  'json-comma': {
    en: 'a comma or {closing} is missing here',
    ru: 'здесь не хватает запятой или {closing}',
  },
  'json-control': {
    en: 'a line break or another control character stands inside a text: write \\n',
    ru: 'внутри текста перевод строки или другой управляющий знак: пишите \\n',
  },
  'json-text': { en: 'this text cannot be read', ru: 'этот текст не читается' },
  'json-escape': {
    en: 'there is no such escape: write \\\\ for a backslash',
    ru: 'такой записи знака нет: обратная черта пишется \\\\',
  },
  'json-unicode': {
    en: '\\u takes four hexadecimal digits',
    ru: 'после \\u нужны четыре шестнадцатеричные цифры',
  },
  'json-value': { en: 'a value is missing here', ru: 'здесь не хватает значения' },
  'json-word': {
    en: '«{word}» is not a JSON value: texts stand in double quotes',
    ru: '«{word}» — не значение JSON: тексты пишутся в двойных кавычках',
  },
  'json-rest': {
    en: 'nothing may follow the last brace',
    ru: 'после последней скобки ничего не должно быть',
  },

  missing: { en: 'is missing', ru: 'не указано' },
  'unknown-field': {
    en: 'is not known here: is it spelt right?',
    ru: 'такого поля нет: проверьте, как оно написано',
  },
  'not-text': { en: 'must be a text in double quotes', ru: 'здесь нужен текст' },
  'not-list': { en: 'must be a list in square brackets', ru: 'здесь нужен список' },
  'not-object': { en: 'must be an object in braces', ru: 'здесь нужен объект в фигурных скобках' },
  'not-one-of': { en: 'must be one of: {values}', ru: 'бывает только: {values}' },
  'no-fit': { en: 'does not fit here', ru: 'не подходит' },
  empty: { en: 'is empty: leave it out instead', ru: 'пусто: лучше не указывать совсем' },
  unwritable: {
    en: 'holds a character that no text can show',
    ru: 'есть знак, который ни в каком тексте не показать',
  },
  'one-line': {
    en: 'must be one line without control characters',
    ru: 'нужна одна строка без управляющих знаков',
  },
  long: { en: 'is longer than {most} characters', ru: 'длиннее {most} знаков' },
  many: { en: 'there are more than {most}', ru: 'больше {most}' },

  picture: {
    en: 'must be the address of a picture, as https://…',
    ru: 'нужен адрес картинки, например https://…',
  },
  'picture-gone': {
    en: 'this picture is not kept here: upload it or choose another',
    ru: 'такой картинки здесь нет: загрузите её или выберите другую',
  },
  colour: { en: 'must be a colour as #a63c1a', ru: 'нужен цвет, например #a63c1a' },
  'contrast-on-accent': {
    en: 'text on the accent has a contrast of {found}: text needs {least} and more',
    ru: 'контраст текста на основном цвете — {found}, нужно не меньше {least}',
  },
  'contrast-sheet': {
    en: 'accent on the sheet ({ground}) has a contrast of {found}: text needs {least} and more',
    ru: 'контраст основного цвета на листе ({ground}) — {found}, нужно не меньше {least}',
  },
  'contrast-paper': {
    en: 'accent on paper has a contrast of {found}: text needs {least} and more',
    ru: 'контраст основного цвета на фоне страницы — {found}, нужно не меньше {least}',
  },
  'contrast-our-text': {
    en: 'our text ({text}) on paper has a contrast of {found}: text needs {least} and more',
    ru: 'контраст нашего текста ({text}) на этом фоне — {found}, нужно не меньше {least}',
  },
  'contrast-banner': {
    en: 'text on ground has a contrast of {found}: text needs {least} and more',
    ru: 'контраст названия на его фоне — {found}, нужно не меньше {least}',
  },

  'block-twice': { en: 'the block «{block}» is here twice', ru: 'блок «{block}» здесь дважды' },
  'block-needed': {
    en: "«{block}» can't be left out: every certificate shows it",
    ru: '«{block}» скрыть нельзя: это есть на каждом сертификате',
  },
  'block-code': { en: 'needs «number», «pin» or both', ru: 'нужен номер, ПИН или оба' },
  'block-barcode': {
    en: 'needs «barcode»; where there is none, say so by the kind of barcode «none»',
    ru: 'нужен штрихкод; если его нет, выберите вид штрихкода «без штрихкода» (none)',
  },

  'barcode-braces': {
    en: 'knows the number and the PIN in double braces, with signs between them',
    ru: 'в двойных скобках бывают только number и pin, между ними — знаки',
  },
  'barcode-nothing': {
    en: 'says neither the number nor the PIN',
    ru: 'нет ни номера, ни ПИН',
  },
  'barcode-signs': {
    en: 'has signs that no scanner reads: use Latin letters, digits and signs',
    ru: 'есть знаки, которых не прочтёт сканер: только латинские буквы, цифры и знаки',
  },
  'barcode-digits': {
    en: "has signs that {kind} can't carry: it knows digits alone",
    ru: 'есть знаки, которых не бывает в {kind}: в нём только цифры',
  },
  'barcode-code39': {
    en: "has signs that code39 can't carry",
    ru: 'есть знаки, которых не бывает в code39: в нём заглавные латинские буквы, цифры и - . $ / + %',
  },
  'barcode-ours': {
    en: 'the numbers that the platform makes have letters and no PIN, which this barcode cannot carry: choose another',
    ru: 'в номерах, которые делаем мы, есть буквы и нет ПИН: этот штрихкод их не вместит, выберите другой',
  },

  'text-long': {
    en: 'the text has {length} characters: {most} at the most',
    ru: 'в тексте знаков: {length}, бывает не больше {most}',
  },
  'text-grows': {
    en: 'with long values it becomes too long: {most} characters at the most',
    ru: 'с длинными значениями текст станет слишком длинным: не больше {most} знаков',
  },
  'text-code': {
    en: "«{name}»: a letter's texts never carry the code; they know {names}",
    ru: '«{name}»: кода в текстах письма не бывает; в них есть {names}',
  },
  'text-name': {
    en: '«{name}» is not known here: the texts know {names}',
    ru: '«{name}» здесь нет: в текстах есть {names}',
  },
  'text-tag': {
    en: 'there is no tag «{name}» here: use {names}',
    ru: 'команды «{name}» здесь нет: есть {names}',
  },
  'text-filter': {
    en: 'there is no filter «{name}» here: use {names}',
    ru: 'фильтра «{name}» здесь нет: есть {names}',
  },
  'text-open': { en: '«{part}» is not closed', ru: '«{part}» не закрыто' },
  'text-quotes': {
    en: '«{part}»: within double braces texts stand in straight quotes: "…"',
    ru: '«{part}»: внутри двойных скобок тексты пишутся в прямых кавычках: "…"',
  },
  'text-part': { en: '«{part}» cannot be read here', ru: '«{part}» здесь не читается' },
  'text-wrong': {
    en: 'what stands in double braces cannot be read',
    ru: 'не читается то, что стоит в двойных скобках',
  },

  'greeting-empty': {
    en: 'says nothing: give it ru, en or both',
    ru: 'поздравление пустое: напишите по-русски, по-английски или на обоих языках',
  },
});

export type TemplateReason = ReasonOf<typeof templateReasons>;
