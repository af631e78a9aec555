/** Why a file of codes is refused as a whole. */
import type { Language } from '../../platform/text/language.ts';
import { reasonsOf, type ReasonOf } from '../../platform/text/reasons.ts';

const roundedRu =
  'таблица хранит 15 цифр, а вместо остальных пишет нули. Задайте столбцу текстовый формат в файле, где все цифры ещё целы, и сохраните его заново';
const rounded =
  'a spreadsheet keeps 15 digits and writes zeros for the rest. Format the column as text in the file that still has all digits, and save it again';

export const importReasons = reasonsOf({
  'no-product': { en: 'there is no product {productId}', ru: 'продукта {productId} нет' },
  'no-pool': {
    en: 'the codes of product {productId} are made by the platform: it has no pool',
    ru: 'коды продукта {productId} делает платформа: загружать их некуда',
  },
  'being-compared': {
    en: 'the codes that were loaded before are still being compared with each other: try again in some minutes',
    ru: 'ранее загруженные коды ещё сравниваются между собой: попробуйте через несколько минут',
  },
  'no-number-column': {
    en: 'no column is headed «Номер», «Код», "Number" or "Code"; name it, for instance --columns number=1, and add --no-header if the first row is a code already',
    ru: 'нет столбца с номером кода: назовите его',
  },
  'no-such-column': { en: 'no column is headed «{heading}»', ru: 'нет столбца «{heading}»' },
  'columns-from-1': { en: 'columns are counted from 1: {field}={place}', ru: 'столбцы считаются с 1' },
  'alike-columns': {
    en: 'columns {first} and {second} both look like the {field}; say which, for instance --columns {field}={first}',
    ru: 'столбцы {first} и {second} похожи на одно и то же: скажите, который нужен',
  },
  'number-unnamed': {
    en: 'the column of the certificate number must be named: --columns number=1',
    ru: 'назовите столбец с номером кода',
  },
  'number-hidden': { en: 'the column of the number is hidden', ru: 'столбец с номером скрыт' },
  'no-face-column': {
    en: 'the table has no column of faces: name it, or give the face of all codes by --face',
    ru: 'нет столбца номиналов: назовите его или укажите номинал всех кодов',
  },
  'further-sheets': {
    en: 'the workbook has further sheets: {names}. Say which one is meant, or that each is read',
    ru: 'в книге есть ещё листы: {names}. Скажите, какой нужен, или что читаются все',
  },
  'no-codes': { en: 'the table has no codes', ru: 'в таблице нет кодов' },
  'numbers-rounded': {
    en: `the numbers look rounded: ${rounded}`,
    ru: `номера похожи на округлённые: ${roundedRu}`,
  },
  'pins-rounded': {
    en: `the PINs look rounded: ${rounded}`,
    ru: `ПИН-коды похожи на округлённые: ${roundedRu}`,
  },
});

export type ImportReason = ReasonOf<typeof importReasons>;

export const refusalText = (
  { reason, sheet }: { reason: ImportReason; sheet?: string },
  language: Language,
): string => {
  const text = importReasons.text(reason, language);
  return sheet === undefined ? text : `${text} (${language === 'ru' ? 'лист' : 'sheet'} «${sheet}»)`;
};
