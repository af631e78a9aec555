/** The order is fine (a deadlock, or scarce codes): on repeat everything is locked, and it gets its answer. */
import { DatabaseError } from 'pg';

/** Errors of a batch whose funds or codes were ample when read and are gone now (`openSupply`). */
const guards = ['funds_within_credit', 'no_promise_without_code'];

/** The same for a brand's limit: beyond it the counter becomes null. On a cluster the table is a shard, whose number ends its name. */
const isLimitGuard = ({ code, table }: DatabaseError): boolean =>
  code === '23502' && /^brand_usage(_\d+)?$/.test(table ?? '');

export const wasConflict = (problem: unknown): boolean =>
  problem instanceof DatabaseError &&
  ((problem.code ?? '').startsWith('40') ||
    guards.includes(problem.constraint ?? '') ||
    isLimitGuard(problem));
