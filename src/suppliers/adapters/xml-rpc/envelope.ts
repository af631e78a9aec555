import { numberOf, valueAt } from '../../../platform/values/json.ts';
import { parseXml } from '../xml.ts';
import { xmlText } from '../../../platform/text/html.ts';

/** The XML of a call. */
export function writeMethodCall(method: string, params: unknown[]): string {
  const values = params.map((param) => `<param>${writeValue(param)}</param>`).join('');
  return `<?xml version="1.0" encoding="utf-8"?><methodCall><methodName>${xmlText(method)}</methodName><params>${values}</params></methodCall>`;
}

function writeValue(value: unknown): string {
  return `<value>${writeTyped(value)}</value>`;
}

function writeTyped(value: unknown): string {
  if (typeof value === 'string') return `<string>${xmlText(value)}</string>`;
  if (typeof value === 'boolean') return `<boolean>${value ? 1 : 0}</boolean>`;
  if (typeof value === 'number')
    return Number.isInteger(value) ? `<int>${value}</int>` : `<double>${value}</double>`;
  if (Array.isArray(value)) return `<array><data>${value.map(writeValue).join('')}</data></array>`;
  if (typeof value !== 'object' || value === null) return '<nil/>';
  const members = Object.entries(value).map(
    ([name, member]) => `<member><name>${xmlText(name)}</name>${writeValue(member)}</member>`,
  );
  return `<struct>${members.join('')}</struct>`;
}

/** The first value of the answer, or the fault; `value` is undefined if the text is no answer. */
export type MethodResponse =
  | { is: 'answered'; value: unknown }
  | { is: 'fault'; value: unknown; text: unknown }
  | { is: 'unreadable'; value: undefined };

const unreadable: MethodResponse = { is: 'unreadable', value: undefined };

export function readMethodResponse(text: string): MethodResponse {
  const response = valueAt(parseXml(text), 'methodResponse');
  const fault = valueAt(response, 'fault.value');
  const param = valueAt(response, 'params.param');
  if (fault !== undefined) {
    const value = readValue(fault);
    return { is: 'fault', value, text: valueAt(value, 'faultString') };
  }
  const first = valueAt(Array.isArray(param) ? param[0] : param, 'value');
  const value = first === undefined ? undefined : readValue(first);
  return value === undefined ? unreadable : { is: 'answered', value };
}

/** Scalars stay texts; undefined if the element is no value. */
function readValue(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const [typed, ...others] = Object.entries(value);
  if (typed === undefined || others.length > 0) return undefined;
  const [type, content] = typed as [string, unknown];
  switch (type) {
    case 'struct':
      return readStruct(content);
    case 'array':
      return listOf(valueAt(content, 'data.value')).map(readValue);
    case 'dateTime.iso8601':
      return typeof content === 'string' ? readDate(content) : undefined;
    case 'nil':
      return null;
    case 'int':
    case 'i4':
    case 'i8':
    case 'double':
      return typeof content === 'string' ? readNumber(content) : undefined;
    default:
      return typeof content === 'string' ? content : undefined;
  }
}

/** Digits stay text as long as every program can hold them exactly; longer ones become numbers. */
function readNumber(text: string): unknown {
  const written = text.trim();
  return /^\d{1,15}$/.test(written) ? written : numberOf(Number(written), written);
}

function readStruct(content: unknown): Record<string, unknown> | undefined {
  const members = listOf(valueAt(content, 'member')).map((member) => [
    valueAt(member, 'name'),
    readValue(valueAt(member, 'value')),
  ]);
  const names = members.map(([name]) => name);
  // Two members with the same name are ambiguous.
  if (names.some((name) => typeof name !== 'string') || new Set(names).size !== names.length)
    return undefined;
  return Object.fromEntries(members) as Record<string, unknown>;
}

const listOf = (value: unknown): unknown[] => {
  if (value === undefined || value === '') return [];
  return Array.isArray(value) ? value : [value];
};

/** `20280101T23:59:59` as `2028-01-01 23:59:59`. */
const readDate = (text: string): string => text.replace(/^(\d{4})-?(\d{2})-?(\d{2})T(.+)$/, '$1-$2-$3 $4');
