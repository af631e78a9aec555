/**
 * Formats a column of values as a PostgreSQL array. The driver needs twice the time; batches of orders are written as
 * two dozen columns, so this is a considerable part of the cost of an order.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  let text = '';
  for (const value of values) text += text === '' ? element(value) : `,${element(value)}`;
  return `{${text}}`;
}

/** One property of each row. */
export function columnLiteral<Row>(rows: readonly Row[], name: keyof Row): string {
  let text = '';
  for (const row of rows) text += text === '' ? element(row[name]) : `,${element(row[name])}`;
  return `{${text}}`;
}

const special = /["\\]/;

function element(value: unknown): string {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return String(value);
    case 'string':
      return `"${special.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
    case 'boolean':
      return value ? 't' : 'f';
    default:
      return elementOfObject(value);
  }
}

/** Caches the last text, as most rows of a batch have the same time. */
let lastDate = new Date(0);
let lastDateElement = `"${lastDate.toISOString()}"`;

function elementOfDate(date: Date): string {
  if (date.getTime() !== lastDate.getTime()) {
    lastDate = new Date(date);
    lastDateElement = `"${date.toISOString()}"`;
  }
  return lastDateElement;
}

function elementOfObject(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return elementOfDate(value);
  if (value instanceof Uint8Array)
    return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`;
  if (Array.isArray(value)) return arrayLiteral(value);
  throw new TypeError('An array of this kind of value is not sent to the database.');
}
