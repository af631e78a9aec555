/** Checks everything, seals the days that are over, and reads the ends of the audit chains. */
import type { VerifyingContext } from '../reports/check-across.ts';
import { verifyCells } from '../reports/verify-cells.ts';
import type { OnCheck } from '../reports/verify.ts';
import { sealDays } from './seal-days.ts';
import { readHeads, type Verdict } from './verdict.ts';

export async function prove(ctx: VerifyingContext, onCheck: OnCheck): Promise<Verdict> {
  const verified = await verifyCells(ctx, onCheck);
  const days = await sealDays(ctx, ctx.clock.now());
  const heads = await readHeads(ctx.db);
  return { ...verified, ok: verified.ok && days.changed.length === 0, sealedDays: days, auditHeads: heads };
}
