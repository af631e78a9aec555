/** Files that look like tables to people, and are something else: why each is refused, and what to do instead. */

const saveAgain = 'open it in a spreadsheet program and save it as XLSX';

const textForms: readonly [form: RegExp, why: string][] = [
  [
    /^\s*(?:<!doctype\s+html|<(?:html|head|body|table|meta|style|div)\b)/i,
    `the file is a web page that was named like a table: ${saveAgain}`,
  ],
  [/^\s*mime-version:/i, `the file is a web page that was saved as an archive: ${saveAgain}`],
  [
    /^\s*<\?xml[\s\S]{0,2000}<(?:\w+:)?workbook\b|^\s*<\?mso-application/i,
    `the file is a table in XML of Excel 2003: ${saveAgain}`,
  ],
  [/^\s*<\?xml\b/i, `the file is XML and no table: ${saveAgain}`],
  [/^\{\\rtf/, 'the file is a text document: copy its table into a spreadsheet program and save it as XLSX'],
  [/^%PDF-/, 'the file is a PDF and no table: ask for the table from which it was made'],
  [/^(?:Rar!|7z¼¯|\p{Cc}[\u008B‹])/u, 'the file is packed: unpack it first'],
  [/^\s*[[{]\s*["{[]/, `the file is JSON and no table: ${saveAgain}`],
];

/** Null: the text may be a table. */
export const whyForeign = (head: string): string | null =>
  textForms.find(([form]) => form.test(head.replace(/^\uFEFF/, '')))?.[1] ?? null;
