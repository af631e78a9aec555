/** The fields of a check or a redemption, as a supplier's program sends them. */
import { maxNumberLength, maxTillName } from '../../redemption/till.ts';

export interface RedeemFields {
  code: string;
  idempotencyKey: string | null;
  till: string | null;
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

/** `wrong` names each field that is; `body` if there are none. Fields of other names do not matter. */
export function readFields(
  value: unknown,
  operation: 'check' | 'redeem',
): { is: 'fields'; fields: RedeemFields } | { is: 'wrong'; names: string[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { is: 'wrong', names: ['body'] };
  const given = value as Record<string, unknown>;
  const { code } = given;
  const { idempotency_key: idempotencyKey = null, till = null } = operation === 'redeem' ? given : {};
  if (isCode(code) && isKeyOrNull(idempotencyKey) && isTillOrNull(till))
    return { is: 'fields', fields: { code: String(code), idempotencyKey, till } };
  const isRight = {
    code: isCode(code),
    idempotency_key: isKeyOrNull(idempotencyKey),
    till: isTillOrNull(till),
  };
  return { is: 'wrong', names: Object.entries(isRight).flatMap(([name, right]) => (right ? [] : [name])) };
}
