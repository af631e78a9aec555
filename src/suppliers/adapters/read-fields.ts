import type { IssueAsk, IssuedCode, Reading } from './adapter.ts';
import type { CallReason } from './call-reasons.ts';
import { OddNumber, plainly } from '../../platform/values/json.ts';
import { readSymbols, type SymbolsName } from '../../platform/values/judge-symbols.ts';
import { kopecksFromRoubles } from '../../platform/values/money.ts';
import { endOfMoscowDay, moscowDateTime, parseMoscowDateTime } from '../../platform/time/moscow-time.ts';

/** Formats of expiry dates; times without an offset are Moscow time. */
export const dateForms = [
  'YYYY-MM-DD hh:mm:ss',
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'ISO 8601',
  'unix seconds',
] as const;
export type DateForm = (typeof dateForms)[number];

/** The fields of an answer as found; `undefined` if the answer has no such field. */
export interface FoundFields {
  requestId: unknown;
  face: unknown;
  number: unknown;
  pin: unknown;
  expiresAt: unknown;
}

/** The face in kopecks or in roubles, depending on the supplier. */
export type FaceUnit = 'roubles' | 'kopecks';

/** Converts the fields to an issued code. The caller checks whether it is what was requested. */
export function issuedCode(
  found: FoundFields,
  forms: { date: DateForm; face: FaceUnit },
): Reading<IssuedCode> {
  const number = isAbsent(found.number) ? missing : symbolsOf('number', found.number);
  if (number.is === 'wrong') return number;
  if (number.text === '') return missing;
  const pin = isAbsent(found.pin) ? ({ is: 'symbols', text: '' } as const) : symbolsOf('PIN', found.pin);
  if (pin.is === 'wrong') return pin;
  const faceKopecks = readFace(plainly(found.face), forms.face);
  if (faceKopecks === null) return wrong({ is: 'face-no-amount' });
  const requestId = textOf(plainly(found.requestId));
  if (requestId === null) return wrong({ is: 'no-request' });
  const expiresAt =
    isAbsent(found.expiresAt) || isNoDate(found.expiresAt)
      ? null
      : readDate(plainly(found.expiresAt), forms.date);
  if (expiresAt === 'unreadable') return wrong({ is: 'end-unreadable' });
  return { is: 'done', answer: { requestId, faceKopecks, number: number.text, pin: pin.text, expiresAt } };
}

/** Defaults for fields that the supplier's answers do not have. */
export const fieldsOfAsk = (ask: IssueAsk, unit: FaceUnit): { requestId: string; face: number } => ({
  requestId: ask.requestId,
  face: unit === 'kopecks' ? ask.faceKopecks : ask.faceKopecks / 100,
});

const wrong = (reason: CallReason): Extract<Reading<never>, { is: 'wrong' }> => ({ is: 'wrong', reason });

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** How databases and .NET write that there is no date. */
const isNoDate = (value: unknown): boolean =>
  typeof value === 'string' && /^\s*(?:0000-00-00|0001-01-01|00\.00\.0000)(?:[T ]|\s*$)/.test(value);

const missing = wrong({ is: 'no-code' });

/** A number or PIN exactly as it was written: what became an amount on its way lost zeros or digits. */
function symbolsOf(
  what: SymbolsName,
  value: unknown,
): { is: 'symbols'; text: string } | Extract<Reading<never>, { is: 'wrong' }> {
  const name = what === 'number' ? 'code' : 'PIN';
  if (value instanceof OddNumber) return wrong({ is: 'odd-number', what: name });
  if (typeof value !== 'string' && typeof value !== 'number')
    return what === 'number' ? missing : wrong({ is: 'pin-no-text' });
  const read = readSymbols(what, value);
  return read.is === 'read' ? { is: 'symbols', text: read.value } : wrong({ ...read.fault, what: name });
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
}

function readFace(value: unknown, unit: FaceUnit): number | null {
  const amount =
    typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value.trim()) : value;
  if (typeof amount !== 'number') return null;
  return unit === 'kopecks' ? amount : kopecksFromRoubles(amount);
}

function readDate(value: unknown, form: DateForm): Date | 'unreadable' {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return 'unreadable';
  const end = readDateText(text.trim(), form);
  if (end === null) return 'unreadable';
  // A validity that ends as a day begins does not hold on that day: nobody is to be told that it does.
  return isMoscowMidnight(end) ? new Date(end.getTime() - 1000) : end;
}

const isMoscowMidnight = (at: Date): boolean => moscowDateTime(at).endsWith(' 00:00:00');

function readDateText(text: string, form: DateForm): Date | null {
  switch (form) {
    case 'YYYY-MM-DD hh:mm:ss':
      return parseMoscowDateTime(text);
    case 'YYYY-MM-DD':
      return lastMomentOf(text);
    case 'DD.MM.YYYY':
      return lastMomentOf(text.replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1'));
    case 'ISO 8601': {
      const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text);
      if (iso === null) return null;
      return instantOrNull(Date.parse(iso[3] === undefined ? `${text}+03:00` : text));
    }
    case 'unix seconds':
      return /^\d{9,11}$/.test(text) ? instantOrNull(Number(text) * 1000) : null;
  }
}

function lastMomentOf(day: string): Date | null {
  return parseMoscowDateTime(`${day} 23:59:59`) === null ? null : endOfMoscowDay(day);
}

const instantOrNull = (ms: number): Date | null => (Number.isNaN(ms) ? null : new Date(ms));
