/** The fields of a check or a redemption, as a supplier's program sends them. */
import { kopecksPerRouble } from '../../platform/values/money.ts';
import { maxNumberLength, maxTillName } from '../../redemption/till.ts';

export interface RedeemFields {
  code: string;
  idempotencyKey: string | null;
  till: string | null;
  /** Absent: the whole face. */
  amountKopecks?: number;
}

/** A number of the body as it is written. */
class WrittenNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

/** The body of a call; an amount keeps its digits, because `1e3` and rounded numbers are not what a till means. */
export const parseBody = (text: string): unknown =>
  text.includes('"amount"') ? JSON.parse(text, keepAmount) : JSON.parse(text);

const keepAmount = (key: string, value: unknown, context?: { source?: string }): unknown =>
  key === 'amount' && typeof value === 'number' ? new WrittenNumber(context?.source ?? '') : value;

/** Roubles with kopecks at the most; the largest face has ten digits. */
const amountForm = /^(0|[1-9]\d{0,9})(?:\.(\d{1,2}))?$/;

/** Null: it is no amount that could be taken. */
function readAmount(value: unknown): number | null {
  const [, roubles, kopecks = ''] = (value instanceof WrittenNumber && amountForm.exec(value.digits)) || [];
  if (roubles === undefined) return null;
  const amount = Number(roubles) * kopecksPerRouble + Number(kopecks.padEnd(2, '0'));
  return amount > 0 ? amount : null;
}

const maxKeyLength = 100;
/** PostgreSQL cannot store NUL; other control characters do not occur in numbers, names or keys. */
const control = /\p{Cc}/u;

const isPlain = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && !control.test(value);

/** A number of digits may come as a JSON number; beyond 2^53 it would already be rounded. */
const isCode = (value: unknown): value is string | number =>
  typeof value === 'number'
    ? Number.isSafeInteger(value) && value >= 0
    : isPlain(value, maxNumberLength) && /\S/.test(value);

const isKeyOrNull = (value: unknown): value is string | null =>
  value === null || (isPlain(value, maxKeyLength) && value !== '');
const isTillOrNull = (value: unknown): value is string | null =>
  value === null || isPlain(value, maxTillName);

type FieldsReading =
  | { is: 'fields'; fields: RedeemFields }
  | { is: 'wrong'; names: string[] }
  | { is: 'wrong-amount' };

/** `wrong` names each field that is; `body` if there are none. Fields of other names do not matter. */
export function readFields(value: unknown, operation: 'check' | 'redeem'): FieldsReading {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { is: 'wrong', names: ['body'] };
  const given = value as Record<string, unknown>;
  const { code } = given;
  const { idempotency_key: idempotencyKey = null, till = null } = operation === 'redeem' ? given : {};
  if (isCode(code) && isKeyOrNull(idempotencyKey) && isTillOrNull(till)) {
    const fields = { code: String(code), idempotencyKey, till };
    if (operation === 'check' || !('amount' in given)) return { is: 'fields', fields };
    // Also null: taken for an absent one, it would take all that is left.
    const amountKopecks = readAmount(given['amount']);
    if (amountKopecks === null) return { is: 'wrong-amount' };
    // Repeated without a key after a lost answer, it would be taken twice.
    if (idempotencyKey === null) return { is: 'wrong', names: ['idempotency_key'] };
    return { is: 'fields', fields: { ...fields, amountKopecks } };
  }
  const isRight = {
    code: isCode(code),
    idempotency_key: isKeyOrNull(idempotencyKey),
    till: isTillOrNull(till),
  };
  return { is: 'wrong', names: Object.entries(isRight).flatMap(([name, right]) => (right ? [] : [name])) };
}
