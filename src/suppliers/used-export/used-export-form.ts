import { escapeHtml } from '../../platform/text/html.ts';
import type { ExportField, ExportFormat, UsedItem } from './used-item.ts';
import { asText, quoted } from '../../platform/spreadsheet/write-csv.ts';

/** A format of the export, written piece by piece: header, items, footer. */
export interface ExportForm {
  contentType: string;
  head: string;
  items(items: UsedItem[], first: boolean): string;
  foot: string;
}

export function exportForm(format: ExportFormat, fields: readonly ExportField[]): ExportForm {
  switch (format) {
    case 'json':
      return {
        contentType: 'application/json; charset=utf-8',
        head: '[',
        items: (items, first) =>
          items.map((item, index) => (first && index === 0 ? '' : ',\n') + JSON.stringify(item)).join(''),
        foot: ']\n',
      };
    case 'xml':
      return {
        contentType: 'application/xml; charset=utf-8',
        head: '<?xml version="1.0" encoding="UTF-8"?>\n<used>\n',
        items: (items) => items.map((item) => xmlItem(item, fields)).join(''),
        foot: '</used>\n',
      };
    case 'csv':
      return {
        contentType: 'text/csv; charset=utf-8; header=present',
        head: `${fields.join(',')}\r\n`,
        items: (items) =>
          items.map((item) => `${fields.map((field) => csvCell(field, item[field])).join(',')}\r\n`).join(''),
        foot: '',
      };
  }
}

type Value = string | number | null | undefined;

function xmlItem(item: UsedItem, fields: readonly ExportField[]): string {
  const cells = fields.map((field) => `<${field}>${xmlText(item[field])}</${field}>`);
  return `<item>${cells.join('')}</item>\n`;
}

/** XML cannot contain control characters, not even escaped. */
const xmlText = (value: Value): string =>
  // eslint-disable-next-line no-control-regex
  escapeHtml(String(value ?? '').replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''));

/**
 * A title that a spreadsheet would read as a formula gets an apostrophe; a code or PIN never does, because programs
 * read them. Quotes are used where needed.
 */
function csvCell(field: ExportField, value: Value): string {
  const text = String(value ?? '');
  return quoted(field === 'product' ? asText(text) : text, ',');
}
