/** The columns of a bulk order's sheet, and which heading means which. */
import { makeOrderRequest } from '../read-order.ts';
import type { Cell, TableRow } from '../../platform/spreadsheet/table-row.ts';
import type { Language } from '../../platform/text/language.ts';

export type FieldName = keyof typeof makeOrderRequest;

/** A sheet's columns in the order of the template, with their headings there. */
export const sheetHeadings: Record<Exclude<FieldName, 'testmode' | 'callback'>, Record<Language, string>> = {
  product_id: { ru: 'Продукт', en: 'Product' },
  face: { ru: 'Номинал', en: 'Face value' },
  email_to: { ru: 'Почта получателя', en: 'Recipient e-mail' },
  to: { ru: 'Имя получателя', en: 'Recipient name' },
  to_phone: { ru: 'Телефон получателя', en: 'Recipient phone' },
  delivery_type: { ru: 'Способ доставки', en: 'Delivery' },
  date_send: { ru: 'Дата отправки', en: 'Send at' },
  text: { ru: 'Поздравление', en: 'Greeting' },
  from: { ru: 'Имя отправителя', en: 'Sender name' },
  email_from: { ru: 'Почта отправителя', en: 'Sender e-mail' },
  comment: { ru: 'Комментарий', en: 'Comment' },
  external_id: { ru: 'Внешний номер', en: 'External id' },
  code: { ru: 'Код услуги', en: 'Service code' },
  ttl: { ru: 'Срок обработки, секунд', en: 'Time to process, seconds' },
  uuid: { ru: 'UUID', en: 'UUID' },
};

export const sheetFields = Object.keys(sheetHeadings) as (keyof typeof sheetHeadings)[];

/** The heading of a field; '' for what is no column. */
function columnName(column: string, language: Language): string {
  const field = sheetFields.find((one) => one === column);
  return field === undefined ? '' : sheetHeadings[field][language];
}

/** The column before what is wrong with it: Russian reasons suit a name of any gender, so a colon parts them. */
export function problemColumn(column: string, language: Language): string {
  const name = columnName(column, language);
  return name === '' || language === 'en' ? name : `${name}:`;
}

/** Above the reason in the file of wrong lines, which comes back corrected. */
export const problemHeading: Record<Language, string> = { ru: 'Что исправить', en: 'What to correct' };

/** Further headings that people write, in small letters and digits only (see `bare`). */
const spellings: Partial<Record<FieldName, string>> = {
  product_id: 'idтовара кодтовара номертовара товар idпродукта сертификат productid',
  face: 'номиналруб номиналврублях сумма суммаруб face amount value denomination',
  email_to: 'почта email емейл имейл emailполучателя адресполучателя recipientsemail',
  to: 'имя получатель фио фиополучателя name recipient recipientsname',
  to_phone: 'телефон номертелефона phone phonenumber recipientsphone',
  delivery_type: 'доставка типдоставки delivery deliverytype',
  date_send: 'отправить когдаотправить отправка датаотправления datesend senddate',
  text: 'текст текстпоздравления message text',
  from: 'отправитель откого sender',
  email_from: 'emailотправителя sendersemail',
  comment: 'примечание note',
  external_id: 'внешнийid вашномер номерувас external',
  code: 'кодсервиса сервисныйкод servicecode',
  ttl: 'срокобработки ttlсекунд',
  testmode: 'тест тестовый test',
  callback: 'callbackurl',
};

const bare = (heading: Cell): string =>
  typeof heading === 'string'
    ? heading
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll('ё', 'е')
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
    : '';

const fieldsByHeading = new Map<string, FieldName>(
  (Object.keys(makeOrderRequest) as FieldName[]).flatMap((name): [string, FieldName][] => {
    const { ru = '', en = '' } =
      (sheetHeadings as Partial<Record<FieldName, Record<Language, string>>>)[name] ?? {};
    const headings = [name, ru, en, ...(spellings[name]?.split(' ') ?? [])];
    return headings
      .map(bare)
      .filter((heading) => heading !== '')
      .map((heading) => [heading, name]);
  }),
);

export interface SheetColumns {
  /** The column (from 0) of each field. */
  places: Map<FieldName, number>;
  /** Headings that say nothing to us, cut short. */
  ignored: string[];
  /** The line in which the headings stand. */
  headingLine: number;
}

export type ColumnsFound =
  | ({ is: 'found' } & SheetColumns)
  | { is: 'missing'; column: 'product_id' | 'face' }
  | { is: 'twice'; column: FieldName };

/** A title or a date may stand above the headings. */
const rowsSearched = 10;
const maxIgnored = 20;
const maxHeadingCharacters = 60;

/** Finds the columns by their headings; `rows` are the first ones of the table. */
export function findColumns(rows: TableRow[]): ColumnsFound {
  const searched = rows.slice(0, rowsSearched);
  const isHeading = ({ cells }: TableRow): boolean =>
    cells.some((cell) => fieldsByHeading.get(bare(cell)) === 'product_id');
  const heading = searched.find(isHeading);
  if (heading === undefined) return { is: 'missing', column: 'product_id' };
  const places = new Map<FieldName, number>();
  const ignored: string[] = [];
  const problemHeadings = Object.values(problemHeading).map(bare);
  for (const [place, cell] of heading.cells.entries()) {
    const field = fieldsByHeading.get(bare(cell));
    if (field !== undefined && places.has(field)) return { is: 'twice', column: field };
    if (field !== undefined) places.set(field, place);
    else if (cell !== null && !problemHeadings.includes(bare(cell)))
      ignored.push(
        [...String(cell)].slice(0, maxHeadingCharacters).join('').toWellFormed().replaceAll('\0', ''),
      );
  }
  if (!places.has('face')) return { is: 'missing', column: 'face' };
  return { is: 'found', places, ignored: ignored.slice(0, maxIgnored), headingLine: heading.line };
}

/** The empty sheet's line that shows how one is filled in; a line whose product begins so orders nothing. */
export const sampleLine: Record<Language, Partial<Record<FieldName, string | number>>> = {
  ru: {
    product_id: 'Пример: 2001',
    face: 1000,
    email_to: 'anna@mail.example',
    to: 'Анна',
    text: 'С днём рождения!',
  },
  en: {
    product_id: 'Example: 2001',
    face: 1000,
    email_to: 'anna@mail.example',
    to: 'Anna',
    text: 'Happy birthday!',
  },
};

export const isSampleLine = (cells: readonly Cell[], { places }: SheetColumns): boolean => {
  const product = cells[places.get('product_id') ?? -1];
  return typeof product === 'string' && /^\s*(?:пример|example)(?!\p{L})/iu.test(product);
};
