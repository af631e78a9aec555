import type { Reading, RefusalReason } from './adapter.ts';
import { comparable } from '../platform/values/json.ts';

/** The words of the platform's own contract for suppliers. */
const refusals: Record<string, RefusalReason> = {
  no_stock: 'no-stock',
  limit: 'limit',
  bad_face: 'bad-face',
  bad_code: 'bad-code',
  unauthorized: 'auth',
};

/** A refusal by its code, written as the contract has it or in capitals or with a dash. */
export function refusalByCode(
  code: unknown,
  details: string,
): Extract<Reading<never>, { is: 'refused' }> | null {
  const name = comparable(code)?.toLowerCase().replaceAll('-', '_') ?? '';
  const why = Object.hasOwn(refusals, name) ? refusals[name] : undefined;
  return why === undefined ? null : { is: 'refused', why, details };
}

/** A refusal by its HTTP status, where that alone says that nothing was done. */
export const refusalByStatus = (status: number): Extract<Reading<never>, { is: 'refused' }> | null =>
  status === 401 || status === 403 ? { is: 'refused', why: 'auth', details: `status ${status}` } : null;
