/** Parses the setting of an SMS provider; null if it is empty. */
import { readFileSync } from 'node:fs';
import { StartProblem } from '../process/start-problem.ts';
import { gatewaySettings, type GatewaySettings } from './gateway-settings.ts';

export interface SmppSettings {
  kind: 'smpp';
  host: string;
  port: number;
  tls: boolean;
  systemId: string;
  password: string;
  systemType: string;
  /** How receipts write the message id, if different from answers. */
  receiptIds: ReceiptIds;
  /** Sender of the text: a name of up to 11 characters, or a number. */
  from: string;
  /** Submissions that may wait for their answer at once. */
  window: number;
  /** Maximum number of parts per second; null: as fast as the provider takes them. */
  perSecond: number | null;
}

/** Some providers answer a submission with a hexadecimal id and write it in decimal in the receipt, or the reverse. */
export type ReceiptIds = 'as answered' | 'decimal of hex' | 'hex of decimal';

export type ProviderSettings = SmppSettings | GatewaySettings;

const plainPort = 2775;
const tlsPort = 3550;
const usualWindow = 10;
const mostWindow = 1000;
const mostPerSecond = 10_000;
const knownOptions = ['from', 'window', 'rate', 'system_type', 'receipt_ids'];
const receiptIdsByOption = new Map<string, ReceiptIds>([
  ['decimal', 'decimal of hex'],
  ['hex', 'hex of decimal'],
]);

export function readProvider(name: string, value: string): ProviderSettings | null {
  if (value === '') return null;
  if (value.startsWith('file:')) return readGateway(name, value);
  if (!URL.canParse(value) || !/^smpps?:/.test(value)) throw looksLike(name);
  return readSmpp(name, new URL(value));
}

function looksLike(name: string): StartProblem {
  return new StartProblem(
    `${name} must look like smpp://system_id:password@host:2775?from=Name, smpps://… or file:/path/to/gateway.json.`,
  );
}

function readSmpp(name: string, url: URL): SmppSettings {
  const { searchParams: options, hostname: host, username, password } = url;
  const tls = url.protocol === 'smpps:';
  const unknown = [...options.keys()].find((option) => !knownOptions.includes(option));
  if (unknown !== undefined) {
    throw new StartProblem(`${name} has only the options ${knownOptions.join(', ')}, not ${unknown}.`);
  }
  if (host === '' || username === '') throw looksLike(name);
  const from = options.get('from') ?? '';
  if (!/^[A-Za-z0-9 ._-]{1,11}$|^\d{1,15}$/.test(from)) {
    throw new StartProblem(
      `${name} must say who texts are from: ?from= and a name of up to 11 Latin letters and digits, or a number.`,
    );
  }
  return {
    kind: 'smpp',
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (tls ? tlsPort : plainPort) : Number(url.port),
    tls,
    systemId: decodeURIComponent(username),
    password: decodeURIComponent(password),
    systemType: options.get('system_type') ?? '',
    receiptIds: receiptIds(name, options.get('receipt_ids')),
    from,
    window: whole(name, options, 'window', mostWindow) ?? usualWindow,
    perSecond: whole(name, options, 'rate', mostPerSecond),
  };
}

function receiptIds(name: string, option: string | null): ReceiptIds {
  if (option === null) return 'as answered';
  const known = receiptIdsByOption.get(option);
  if (known === undefined) throw new StartProblem(`${name}: receipt_ids must be decimal or hex.`);
  return known;
}

function whole(name: string, options: URLSearchParams, option: string, most: number): number | null {
  const text = options.get(option);
  if (text === null) return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new StartProblem(`${name}: ${option} must be a whole number from 1 to ${most}.`);
  }
  return value;
}

function readGateway(name: string, value: string): GatewaySettings {
  const path = value.replace(/^file:(\/\/(?=\/))?/, '');
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (problem) {
    const why = problem instanceof SyntaxError ? 'is no JSON' : 'can’t be read';
    throw new StartProblem(`${name}: the file ${path} ${why}.`);
  }
  const read = gatewaySettings.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new StartProblem(
    `${name}: the file ${path} can’t be used: ${where === '' ? '' : `${where}: `}${issue?.message ?? 'wrong'}.`,
  );
}
