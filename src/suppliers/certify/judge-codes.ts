/** Judges the codes that a supplier returned in its final test. */
import { barcodeFault, contentOfBarcode } from '../../platform/values/judge-barcode.ts';
import { normaliseNumber } from '../../vault/compared-number.ts';
import type { Conversation, GotCode } from './conversation.ts';
import type { Finding } from './finding.ts';

const dayMs = 86_400_000;
const soonDays = 30;
const lateYears = 10;
/** Longer codes cause errors when read over the phone. */
const comfortableLength = 32;
/** Codes closer together than this are sequential, not random. */
const closeNumbers = 10n;

/** One code for two orders would be sold twice; spaces, dashes and letter case do not matter. */
export function judgeDistinct({ codes, knownBefore }: Conversation): Finding[] {
  const askedFor = new Map<string, Set<string>>();
  for (const { code, requestId } of codes) {
    const number = normaliseNumber(code.number);
    askedFor.set(number, (askedFor.get(number) ?? new Set()).add(requestId));
  }
  const times = [...askedFor.values()].filter((asks) => asks.size > 1).length;
  return [
    ...(times > 0 ? [{ is: 'same-code-twice', times } as const] : []),
    ...(knownBefore > 0 ? [{ is: 'known-before', codes: knownBefore } as const] : []),
    ...(followEachOther(codes) ? [{ is: 'codes-in-sequence' } as const] : []),
  ];
}

function followEachOther(codes: GotCode[]): boolean {
  const numbers = [...new Set(codes.filter(({ code }) => code.pin === '').map(({ code }) => code.number))];
  const digits = numbers
    .map((number) => number.replaceAll(/\D/g, ''))
    .filter((text) => text !== '')
    .map(BigInt)
    .toSorted((one, other) => (one < other ? -1 : 1));
  if (digits.length < 3) return false;
  const close = digits.slice(1).filter((number, index) => number - (digits[index] ?? 0n) <= closeNumbers);
  return close.length * 2 >= digits.length;
}

export function judgeFormat(codes: GotCode[]): Finding[] {
  const withoutPin = codes.filter(
    ({ target, code }) => target.barcode.kind !== 'none' && contentOfBarcode(target.barcode, code) === '',
  );
  const undrawn = codes.filter(
    (got) => !withoutPin.includes(got) && barcodeFault(got.target.barcode, got.code) !== null,
  );
  const kind = undrawn[0]?.target.barcode.kind ?? '';
  const longest = Math.max(0, ...codes.map(({ code }) => code.number.length));
  return [
    ...(withoutPin.length > 0 ? [{ is: 'pin-missing', codes: withoutPin.length } as const] : []),
    ...(undrawn.length > 0 ? [{ is: 'not-encodable', kind, codes: undrawn.length } as const] : []),
    ...(longest > comfortableLength ? [{ is: 'long-code', length: longest } as const] : []),
  ];
}

/** Whether a code has expired is checked when it arrives. */
export function judgeExpiry(codes: GotCode[], now: Date): Finding[] {
  const ends = codes.flatMap(({ code }) => (code.expiresAt === null ? [] : [code.expiresAt.getTime()]));
  if (ends.length === 0) return [];
  const days = Math.floor((Math.min(...ends) - now.getTime()) / dayMs);
  const years = Math.floor((Math.max(...ends) - now.getTime()) / dayMs / 365);
  return [
    ...(days < soonDays ? [{ is: 'expires-soon', days } as const] : []),
    ...(years >= lateYears ? [{ is: 'expires-late', years } as const] : []),
  ];
}

export function judgeSpeed({ durationsMs, agreement }: Conversation): Finding[] {
  if (durationsMs.length === 0) return [];
  const sorted = durationsMs.toSorted((one, other) => one - other);
  const percentile = (part: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  const { timeoutMs } = agreement;
  const p99Ms = percentile(0.99);
  return [
    { is: 'times', calls: sorted.length, p50Ms: percentile(0.5), p99Ms, timeoutMs },
    ...(p99Ms * 2 > timeoutMs ? [{ is: 'slow', p99Ms, timeoutMs } as const] : []),
  ];
}
