/** Why a row of a file is no code, or must be looked at; none quotes the number or PIN. */
import { barcodeTexts } from '../../platform/values/barcode-texts.ts';
import { symbolTexts } from '../../platform/values/symbol-texts.ts';
import { reasonsOf, type ReasonOf } from '../../platform/text/reasons.ts';

const asText = 'its column must be of type text';
const asTextRu = 'столбец должен быть текстовым';

export const rowReasons = reasonsOf({
  ...symbolTexts,
  // What spreadsheets do to a column of numbers helps against these.
  exponent: {
    en: `the {what} is written with an exponent, so digits are lost: ${asText}`,
    ru: `запись с показателем степени, цифры потеряны: ${asTextRu}`,
  },
  decimal: {
    en: `the {what} is written as an amount: ${asText}`,
    ru: `записано как сумма, а не как код: ${asTextRu}`,
  },
  rounded: {
    en: `the {what} is a number of more than 15 digits: it may be rounded: ${asText}`,
    ru: `число длиннее 15 цифр могло округлиться: ${asTextRu}`,
  },
  'no-text-cell': {
    en: `the {what} is a date or a yes/no in the spreadsheet: ${asText}`,
    ru: `вместо номера дата или да/нет: ${asTextRu}`,
  },
  'number-format': {
    en: `the {what} has a number format that adds signs: ${asText}`,
    ru: `знаки добавляет числовой формат: ${asTextRu}`,
  },
  'sheet-error': { en: 'the {what} is an error of the spreadsheet', ru: 'вместо номера ошибка таблицы' },
  'no-number': { en: 'the number is missing', ru: 'нет номера' },
  'other-face': { en: 'the product has no face of {face}', ru: 'у продукта нет номинала {face}' },
  'no-face': { en: 'the face is missing', ru: 'нет номинала' },
  'face-in-kopecks': {
    en: 'the face is no whole number of kopecks',
    ru: 'номинал не в целых копейках',
  },
  'face-no-amount': { en: 'the face is no amount in roubles', ru: 'номинал — не сумма в рублях' },
  'face-zero': { en: 'the face must be above 0', ru: 'номинал должен быть больше нуля' },
  'expiry-no-date': {
    en: 'the expiry is no date such as 31.12.2027 or 2027-12-31',
    ru: 'срок действия — не дата вида 31.12.2027',
  },
  expired: { en: 'expired on {day}', ru: 'срок действия истёк {day}' },
  'active-unclear': { en: '«active» is neither yes nor no', ru: '«активен» — ни да, ни нет' },
  'state-unsellable': {
    en: 'the state says that the code cannot be sold',
    ru: 'по состоянию код нельзя продать',
  },
  'state-unknown': { en: 'the state is unknown', ru: 'состояние непонятно' },
  'start-no-date': {
    en: 'the first day is no date such as 31.12.2027 or 2027-12-31',
    ru: 'начало действия — не дата вида 31.12.2027',
  },
  'valid-later': { en: 'valid only from {day}', ru: 'действует только с {day}' },
  currency: { en: 'the currency is not the rouble', ru: 'валюта — не рубль' },
  narrow: {
    en: 'the {what} is what a spreadsheet shows where a column is too narrow',
    ru: 'вместо кода решётки: столбец был слишком узким',
  },
  word: { en: 'the {what} is a word and no code', ru: 'слово, а не код' },
  nothing: { en: 'the {what} is a sign for nothing', ru: 'прочерк, а не код' },
  total: { en: 'the {what} is a total', ru: 'итог, а не код' },
  heading: { en: 'the {what} is a heading', ru: 'заголовок, а не код' },
  masked: { en: 'the {what} is masked', ru: 'код скрыт звёздочками' },
  date: { en: 'the {what} is a date', ru: 'дата, а не код' },
  sentence: { en: 'the {what} is a text of several words', ru: 'текст из нескольких слов, а не код' },
  'remark-unfit': {
    en: 'a remark says that it is not to be sold',
    ru: 'в пометке сказано, что код не продаётся',
  },
  ...barcodeTexts,
  'other-signs': {
    en: 'the number has other signs than those of the other rows',
    ru: 'в номере другие знаки, чем у остальных строк',
  },
  shorter: {
    en: 'the number is shorter than those of the other rows: zeros in front of it may be lost',
    ru: 'номер короче, чем у остальных строк: могли пропасть нули в начале',
  },
  'other-length': {
    en: 'the number is not as long as those of the other rows',
    ru: 'номер другой длины, чем у остальных строк',
  },
  'others-have-pin': { en: 'the other rows have a PIN', ru: 'у остальных строк есть ПИН' },
  'others-have-no-pin': { en: 'the other rows have no PIN', ru: 'у остальных строк ПИН нет' },
  'shorter-pin': {
    en: 'the PIN is shorter than those of the other rows: zeros in front of it may be lost',
    ru: 'ПИН короче, чем у остальных строк: могли пропасть нули в начале',
  },
  'other-pin-length': {
    en: 'the PIN is not as long as those of the other rows',
    ru: 'ПИН другой длины, чем у остальных строк',
  },
  'other-pin-signs': {
    en: 'the PIN has other signs than those of the other rows',
    ru: 'в ПИН другие знаки, чем у остальных строк',
  },
  'others-have-end': { en: 'the other rows have an end', ru: 'у остальных строк есть срок действия' },
  'others-have-no-end': {
    en: 'the other rows have no end',
    ru: 'у остальных строк срока действия нет',
  },
  'other-end': {
    en: 'the end is many years from those of the other rows',
    ru: 'срок действия на много лет отличается от остальных',
  },
  'check-digit': {
    en: 'the check digit is wrong, that of the other rows is right',
    ru: 'контрольная цифра неверна, а у остальных строк верна',
  },
  remark: { en: 'a remark stands beside it', ru: 'рядом есть пометка' },
  'hidden-row': { en: 'the row is hidden in the file', ru: 'строка скрыта в файле' },
  'zeros-lost': { en: 'the number lost its zeros in front', ru: 'у номера пропали нули в начале' },
  'numbers-rounded': {
    en: 'the numbers look rounded: a spreadsheet keeps 15 digits',
    ru: 'номера похожи на округлённые: таблица хранит 15 цифр, а вместо остальных пишет нули. Задайте столбцу текстовый формат в файле, где все цифры ещё целы, и сохраните его заново',
  },
});

export type RowReason = ReasonOf<typeof rowReasons>;
