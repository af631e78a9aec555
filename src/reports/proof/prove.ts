/** Checks everything, seals the days that are over, and reads the vouched products and the ends of the audit chains. */
import { listVouches } from '../../catalog/vouches.ts';
import type { Sql } from '../../platform/database/database.ts';
import { wasRestored } from '../../platform/database/history.ts';
import { isWhole } from '../../platform/cells/cell-context.ts';
import type { VerifyingContext } from '../check-across.ts';
import { checkOffers } from '../verify-offers.ts';
import { verifyCells } from '../verify-cells.ts';
import type { CheckResult, OnCheck } from '../verify.ts';
import { sealDays } from './seal-days.ts';
import { reachedCheck, readHeads, type Verdict } from './verdict.ts';

export async function prove(ctx: VerifyingContext, onCheck: OnCheck): Promise<Verdict> {
  const verified = await verifyCells(ctx, onCheck);
  const ofCentre = [await checkOffers(ctx.db), await checkGuard(ctx.db)];
  const days = isWhole(ctx) ? await sealDays(ctx, ctx.clock.now()) : null;
  const heads = await readHeads(ctx.db);
  const checks = [...verified.checks, ...ofCentre, ...(isWhole(ctx) ? [] : [checkReached(ctx)])];
  const ok = checks.every((check) => check.ok) && days?.changed.length === 0;
  return { ...verified, ok, checks, vouches: await listVouches(ctx.db), sealedDays: days, auditHeads: heads };
}

function checkReached({ leftOut }: VerifyingContext): CheckResult {
  const rows = [...(leftOut ?? [])].map(({ cell, node }) => ({ cell, node: node() }));
  return { ...reachedCheck, ok: false, total: rows.length, rows };
}

const guardCheck = {
  name: 'restored',
  promise: 'the database was not restored from a backup, or what was lost is set aside',
};

/** The books of a restored copy add up, and still what was sold since would be sold again. */
async function checkGuard(db: Sql): Promise<CheckResult> {
  const ok = !(await wasRestored(db));
  const rows = ok
    ? []
    : [{ fault: 'it was restored, and nothing is set aside yet: facevalue restored begin' }];
  return { ...guardCheck, ok, total: rows.length, rows };
}
