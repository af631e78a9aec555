/** Files that look like tables to people, and are something else. */

const textForms = [
  [/^\s*(?:<!doctype\s+html|<(?:html|head|body|table|meta|style|div)\b)/i, 'web-page'],
  [/^\s*mime-version:/i, 'web-archive'],
  [/^\s*<\?xml[\s\S]{0,2000}<(?:\w+:)?workbook\b|^\s*<\?mso-application/i, 'excel-2003'],
  [/^\s*<\?xml\b/i, 'xml'],
  [/^\{\\rtf/, 'text-document'],
  [/^%PDF-/, 'pdf'],
  [/^(?:Rar!|7z¼¯|\p{Cc}[\u008B‹])/u, 'packed'],
  [/^\s*[[{]\s*["{[]/, 'json'],
] as const;

/** What the text is, by the reason why it is refused; null: it may be a table. */
export const foreignForm = (head: string): (typeof textForms)[number][1] | null =>
  textForms.find(([form]) => form.test(head.replace(/^\uFEFF/, '')))?.[1] ?? null;
