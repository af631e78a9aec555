/** What a supplier's refusal means to the platform. */
import type { Reading, RefusalReason } from './adapter.ts';
import type { CallReason } from './call-reasons.ts';
import { comparable } from '../../platform/values/json.ts';

/** The refusal codes of the platform's own contract for suppliers. */
const refusals: Record<string, RefusalReason> = {
  no_stock: 'no-stock',
  limit: 'limit',
  bad_face: 'bad-face',
  bad_code: 'bad-code',
  unauthorized: 'auth',
};

/** Recognises a refusal code, also in capitals or with dashes. */
export function refusalByCode(
  code: unknown,
  reason: CallReason,
): Extract<Reading<never>, { is: 'refused' }> | null {
  const name = comparable(code)?.toLowerCase().replaceAll('-', '_') ?? '';
  const why = Object.hasOwn(refusals, name) ? refusals[name] : undefined;
  return why === undefined ? null : { is: 'refused', why, reason };
}

/** Recognises a refusal by the HTTP status, if that alone proves that nothing was done. */
export const refusalByStatus = (status: number): Extract<Reading<never>, { is: 'refused' }> | null =>
  status === 401 || status === 403 ? { is: 'refused', why: 'auth', reason: { is: 'status', status } } : null;
