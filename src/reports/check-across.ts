/** Checks that need all cells. Cells are asked one after the other, as each may read much. */
import type { Context } from '../context.ts';
import { everyCell, type Celled } from '../platform/cells/cell-context.ts';
import type { Check } from './verify-check.ts';
import type { CheckResult } from './verify.ts';

export type VerifyingContext = Pick<Context, 'db' | 'cells' | 'cell' | 'keyring' | 'clock'> & Celled;

/** Like a check of a cell it finds ids and counters, never a code or personal data. */
export interface CheckAcross extends Pick<Check, 'name' | 'promise'> {
  breaches(ctx: VerifyingContext): Promise<CheckResult['rows']>;
}

export async function inEveryCell(
  ctx: VerifyingContext,
  ask: (cell: VerifyingContext) => Promise<CheckResult['rows']>,
): Promise<CheckResult['rows']> {
  const found: CheckResult['rows'] = [];
  for (const cell of everyCell(ctx)) found.push(...(await ask(cell)));
  return found;
}
