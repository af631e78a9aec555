/** `verify` of an installation with cells: each in a snapshot of its own, then what they and the centre promise together. */
import { cellOfId, cellStep } from '../platform/cells/cell-ids.ts';
import { everyCell, isWhole } from '../platform/cells/cell-context.ts';
import { inTurn, joined, joinedFields, plus } from '../platform/cells/merge.ts';
import { inEveryCell, type CheckAcross, type VerifyingContext } from './check-across.ts';
import { checksOfDealing } from './verify-dealing.ts';
import { misplacedNumbers } from './verify-numbers.ts';
import {
  auditCheck,
  checkAudit,
  checkEqualNumbers,
  equalCheck,
  maxShown,
  verify,
  type CheckResult,
  type OnCheck,
  type Verification,
} from './verify.ts';

const withIds = ['clients', 'requests', 'codes', 'transfers', 'bulk_orders', 'exchanges'] as const;

export const checksAcross: CheckAcross[] = [
  {
    name: 'cells',
    promise: 'whatever has an id is in the cell that the id names',
    breaches: (ctx) => inEveryCell(ctx, strangers),
  },
  {
    name: 'numbers',
    promise: 'each imported or issued number is in one cell, where the directory says',
    breaches: (ctx) => inEveryCell(ctx, (cell) => misplacedNumbers(cell, maxShown)),
  },
  {
    ...equalCheck,
    // Codes that equal each other may lie in different cells.
    breaches: async (ctx) =>
      (
        await checkEqualNumbers(
          everyCell(ctx).map(({ db }) => db),
          ctx.keyring,
        )
      ).rows.map((row) => ({ cell: cellOfId(Number(row['code_id'])), ...row })),
  },
  ...checksOfDealing,
];

/** All that is promised: on one server `verify` itself. What cells promise together is left out while one of them is. */
export async function verifyCells(ctx: VerifyingContext, onCheck: OnCheck): Promise<Verification> {
  if (ctx.cells.length === 0) return verify(ctx.db, onCheck, ctx.keyring);
  const books = await verifyEach(ctx, (check, place, of) => onCheck(check, place, of * ctx.cells.length));
  const across: CheckResult[] = [];
  for (const check of isWhole(ctx) ? checksAcross : []) {
    onCheck(check, 1, 1);
    across.push(await runAcross(ctx, check));
  }
  onCheck(auditCheck, 1, 1);
  const checks = [...books.checks, ...across, await checkAudit(ctx.db, ctx.keyring)];
  return { ok: checks.every(({ ok }) => ok), counts: books.counts, checks };
}

/** One cell after the other: each reads all that it has. */
async function verifyEach(
  ctx: VerifyingContext,
  onCheck: OnCheck,
): Promise<Pick<Verification, 'counts' | 'checks'>> {
  let nth = -1;
  const each = await inTurn(ctx, async ({ db, cell }) => {
    nth += 1;
    const verified = await verify(db, (check, place, of) => onCheck(check, nth * of + place, of));
    return { ...verified, checks: verified.checks.map((check) => inCell(check, cell)) };
  });
  return {
    counts: joinedFields(
      each.map(({ counts }) => counts),
      { clients: plus, transfers: plus, requests: plus, certificates: plus, codes: plus },
    ),
    checks: joined(
      each.flatMap(({ checks }) => checks),
      ({ name }) => name,
      {
        ok: (one, other) => one && other,
        total: plus,
        rows: (some, others) => [...some, ...others].slice(0, maxShown),
      },
    ),
  };
}

/** Says which cell the rows are of: not all of them have an id that does. */
const inCell = (check: CheckResult, cell: number | null): CheckResult => ({
  ...check,
  rows: check.rows.map((row) => ({ cell, ...row })),
});

async function runAcross(ctx: VerifyingContext, check: CheckAcross): Promise<CheckResult> {
  const rows = await check.breaches(ctx);
  const { name, promise } = check;
  return { name, promise, ok: rows.length === 0, total: rows.length, rows: rows.slice(0, maxShown) };
}

async function strangers({ db, cell }: VerifyingContext): Promise<CheckResult['rows']> {
  const { rows } = await db.query<{ cell: number; table: string; id: number }>(
    `${withIds
      .map(
        (table) =>
          `select $1::integer as cell, '${table}' as table, id from ${table} where id % ${cellStep} <> $1`,
      )
      .join(' union all ')} limit $2`,
    [cell, maxShown],
  );
  return rows.map((row) => ({ ...row }));
}
