import type { IssueAsk, IssuedCode, Reading } from './adapter.ts';
import { kopecksFromRoubles } from '../platform/values/money.ts';
import { endOfMoscowDay, parseMoscowDateTime } from '../platform/time/moscow-time.ts';

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
  if (isLong(found.number)) return wrong('the code is a number of more than 15 digits: it may be rounded');
  const number = textOf(found.number);
  if (number === null || number === '') return wrong('the answer holds no code');
  if (isLong(found.pin)) return wrong('the PIN is a number of more than 15 digits: it may be rounded');
  const pin = isAbsent(found.pin) ? '' : textOf(found.pin);
  if (pin === null) return wrong('the PIN is no text');
  const faceKopecks = readFace(found.face, forms.face);
  if (faceKopecks === null) return wrong('the face is no amount');
  const requestId = textOf(found.requestId);
  if (requestId === null) return wrong('the answer holds no request_id');
  const expiresAt = isAbsent(found.expiresAt) ? null : readDate(found.expiresAt, forms.date);
  if (expiresAt === 'unreadable') return wrong('the end of validity is unreadable');
  return { is: 'done', answer: { requestId, faceKopecks, number, pin, expiresAt } };
}

/** Defaults for fields that the supplier's answers do not have. */
export const fieldsOfAsk = (ask: IssueAsk, unit: FaceUnit): { requestId: string; face: number } => ({
  requestId: ask.requestId,
  face: unit === 'kopecks' ? ask.faceKopecks : ask.faceKopecks / 100,
});

const wrong = (details: string): Reading<IssuedCode> => ({ is: 'wrong', details });

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Most programs hold numbers in 53 bits, so digits after the fifteenth cannot be trusted. */
const leastRounded = 1e15;

const isLong = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) >= leastRounded;

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
  return readDateText(text.trim(), form) ?? 'unreadable';
}

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
