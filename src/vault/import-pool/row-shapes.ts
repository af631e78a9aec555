/** The rows of a file compared with each other: what falls out of the shape of its column may be no code. */
import type { PoolCode } from './read-row.ts';
import type { RowReason } from './row-reasons.ts';

/** What is compared of a row. Rows that are alike in all of it are judged together. */
interface Shape {
  id: number;
  rows: number;
  length: number;
  signs: number;
  /** Its letters are those of the first row, and a counter without zeros in front follows. */
  counts: boolean;
  pinLength: number;
  pinSigns: number;
  /** Year in which it ends; null: it has no end. */
  year: number | null;
  luhn: boolean | null;
  gs1: boolean | null;
  /** Columns that nobody reads and in which something stands. */
  beside: string;
  /** It does not look like a code. */
  doubt: RowReason | null;
}

export interface RowShapes {
  /** The shape of a row: a small number. */
  of(code: PoolCode, beside: string, doubt: RowReason | null): number;
  /** Shapes of which somebody must say whether they are codes, with the reason. */
  unlike(): Map<number, RowReason>;
}

/** A shape is unlike the others if those have another value of a trait this many times as often. */
const timesAsOften = 3;
/** Check digits are right by chance in one number of ten. */
const checkedAtLeast = 5;
const yearsApart = 10;
/** Counters of more than this, and more than a hundred for each row, are no counters. */
const longestCounter = 1000;

export function rowShapes(): RowShapes {
  const shapes = new Map<string, Shape>();
  const counters = { head: null as string | null, highest: 0 };
  return {
    of({ code, expiresAt }, beside, doubt) {
      const number = code.number.replaceAll(blanks, '');
      const traits = {
        length: number.length,
        signs: signsOf(number),
        counts: doubt === null && isCounter(number, counters),
        pinLength: code.pin.length,
        pinSigns: signsOf(code.pin),
        year: expiresAt === null ? null : expiresAt.getUTCFullYear(),
        ...checksOf(number),
        beside,
      };
      const key = Object.values(traits).join('|') + (doubt === null ? '' : JSON.stringify(doubt));
      const known = shapes.get(key);
      if (known !== undefined) {
        known.rows += 1;
        return known.id;
      }
      shapes.set(key, { ...traits, doubt, id: shapes.size, rows: 1 });
      return shapes.size - 1;
    },
    unlike: () => judge([...shapes.values()], counters.highest),
  };
}

const blanks = /[\s\p{Pd}]/gu;

const [digit, upper, lower, cyrillic, other, mark] = [1, 2, 4, 8, 16, 32] as const;

/** The kinds of signs of a text, as bits. */
function signsOf(text: string): number {
  let signs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign >= 48 && sign <= 57) signs |= digit;
    else if (sign >= 65 && sign <= 90) signs |= upper;
    else if (sign >= 97 && sign <= 122) signs |= lower;
    else if (sign >= 0x400 && sign <= 0x52f) signs |= cyrillic;
    else signs |= sign > 127 ? other : mark;
  }
  return signs;
}

function isCounter(number: string, counters: { head: string | null; highest: number }): boolean {
  const tail = /\d{1,9}$/.exec(number)?.[0] ?? '';
  const head = number.slice(0, number.length - tail.length);
  counters.head ??= head;
  if (tail === '' || /^0./.test(tail) || head !== counters.head || /\d$/.test(head)) return false;
  counters.highest = Math.max(counters.highest, Number(tail));
  return true;
}

const shortestChecked = 12;

/** Whether the last digit is right by Luhn (cards) and by GS1 (EAN); null: it can have none. */
function checksOf(number: string): Pick<Shape, 'luhn' | 'gs1'> {
  if (number.length < shortestChecked || !/^\d+$/.test(number)) return { luhn: null, gs1: null };
  let [luhn, gs1] = [0, 0];
  for (let at = number.length - 1, place = 0; at >= 0; at -= 1, place += 1) {
    const value = number.charCodeAt(at) - 48;
    const doubled = value * 2 > 9 ? value * 2 - 9 : value * 2;
    luhn += place % 2 === 1 ? doubled : value;
    gs1 += place % 2 === 1 ? value * 3 : value;
  }
  return { luhn: luhn % 10 === 0, gs1: gs1 % 10 === 0 };
}

type Trait<Value> = (shape: Shape) => Value;

function judge(all: readonly Shape[], highestCounter: number): Map<number, RowReason> {
  const reasons = new Map<number, RowReason>();
  const shapes = all.filter((shape) => {
    if (shape.doubt !== null) reasons.set(shape.id, shape.doubt);
    return shape.doubt === null;
  });
  const rows = shapes.reduce((sum, shape) => sum + shape.rows, 0);
  const isCounted = highestCounter <= longestCounter + 100 * rows;
  const flag = <Value>(
    trait: Trait<Value>,
    reasonOf: (shape: Shape, usual: Value) => RowReason | null,
  ): void => {
    const tally = Map.groupBy(shapes, trait);
    const counts = [...tally].map(([value, some]) => ({
      value,
      some,
      rows: some.reduce((sum, one) => sum + one.rows, 0),
    }));
    const usual = counts.reduce(
      (most, one) => (one.rows > most.rows ? one : most),
      counts[0] ?? { value: null, some: [], rows: 0 },
    );
    for (const { value, some, rows: few } of counts) {
      if (value === usual.value || few * timesAsOften > usual.rows) continue;
      for (const shape of some) {
        const reason = reasonOf(shape, usual.value as Value);
        if (reason !== null && !reasons.has(shape.id)) reasons.set(shape.id, reason);
      }
    }
  };
  flag(
    ({ signs }) => signs,
    ({ signs }, usual) => ((signs & ~usual) === 0 ? null : { is: 'other-signs' }),
  );
  flag(
    ({ length }) => length,
    (shape, usual) => lengthReason(shape, usual, isCounted),
  );
  flag(
    ({ pinLength }) => pinLength > 0,
    (_, usual) => ({ is: usual ? 'others-have-pin' : 'others-have-no-pin' }),
  );
  flag(
    ({ pinLength }) => pinLength,
    ({ pinLength, pinSigns }, usual) => {
      if (pinLength === 0 || usual === 0) return null;
      return { is: pinLength < usual && pinSigns === digit ? 'shorter-pin' : 'other-pin-length' };
    },
  );
  flag(
    ({ pinSigns }) => pinSigns,
    ({ pinSigns }, usual) => (usual === 0 || (pinSigns & ~usual) === 0 ? null : { is: 'other-pin-signs' }),
  );
  flag(
    ({ year }) => year,
    ({ year }, usual) => {
      if (year === null) return { is: 'others-have-end' };
      if (usual === null) return { is: 'others-have-no-end' };
      return Math.abs(year - usual) < yearsApart ? null : { is: 'other-end' };
    },
  );
  flagChecks(shapes, reasons);
  flagRemarks(shapes, rows, reasons);
  return reasons;
}

function lengthReason({ length, signs, counts }: Shape, usual: number, isCounted: boolean): RowReason | null {
  if (counts && isCounted) return null;
  return { is: length < usual && signs === digit ? 'shorter' : 'other-length' };
}

/** Where nearly all numbers have a right check digit, the others were mistyped. */
function flagChecks(shapes: readonly Shape[], reasons: Map<number, RowReason>): void {
  for (const check of ['luhn', 'gs1'] as const) {
    const count = (right: boolean): number =>
      shapes.reduce((sum, shape) => sum + (shape[check] === right ? shape.rows : 0), 0);
    const [right, wrong] = [count(true), count(false)];
    if (right < checkedAtLeast || wrong * checkedAtLeast > right) continue;
    for (const shape of shapes)
      if (shape[check] === false && !reasons.has(shape.id)) reasons.set(shape.id, { is: 'check-digit' });
  }
}

/** Where few rows have something in a column that nobody reads, it is a remark on them. */
function flagRemarks(shapes: readonly Shape[], rows: number, reasons: Map<number, RowReason>): void {
  const filled = new Map<string, number>();
  for (const shape of shapes)
    for (const column of columnsBeside(shape)) filled.set(column, (filled.get(column) ?? 0) + shape.rows);
  for (const shape of shapes) {
    const isRemarked = columnsBeside(shape).some((column) => (filled.get(column) ?? 0) * 2 < rows);
    if (isRemarked && !reasons.has(shape.id)) reasons.set(shape.id, { is: 'remark' });
  }
}

const columnsBeside = ({ beside }: Shape): string[] => (beside === '' ? [] : beside.split(','));
