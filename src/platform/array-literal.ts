/**
 * A column of values as PostgreSQL reads an array. The driver can do it too, at twice the time: batches of orders are
 * written as two dozen columns, so this is a good part of what an order costs here.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  let text = '{';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ',';
    text += element(values[index]);
  }
  return `${text}}`;
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

function elementOfObject(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return `"${value.toISOString()}"`;
  if (value instanceof Uint8Array)
    return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`;
  if (Array.isArray(value)) return arrayLiteral(value);
  throw new TypeError('An array of this kind of value is not sent to the database.');
}
