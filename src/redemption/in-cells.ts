/** Codes at a till, in whatever cell they are. On one server there is nothing to look for. */
import type { Context } from '../context.ts';
import { everyCell } from '../platform/cells/cell-context.ts';
import { firstFound } from '../platform/cells/merge.ts';
import { findPlaces } from '../vault/code-places.ts';
import { findCodes } from '../vault/find-code.ts';
import type { CodeAsk } from '../vault/wanted-codes.ts';
import { checkCode, type Checked } from './check-code.ts';
import type { Till } from './till.ts';

type CellContext = Pick<Context, 'db' | 'cells' | 'cell' | 'keyring'>;

/**
 * Does something with codes in the cells where they are said to be, and with those that are unknown there in the cells that know
 * them. `act` answers in the order of its asks. An unsold code takes as long as a number that nobody knows.
 */
export async function whereCodesAre<Part extends CellContext, Ask, Answer extends { is: string }>(
  ctx: Part,
  asks: readonly Ask[],
  codeOf: (ask: Ask) => CodeAsk,
  act: (cell: Part, asks: Ask[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  if (ctx.cells.length === 0) return act(ctx, [...asks]);
  const cells = everyCell(ctx);
  const answers = new Map<Ask, Answer>();
  const actIn = (place: (ask: Ask) => number | null, some: readonly Ask[]): Promise<unknown> =>
    Promise.all(
      cells.map(async (cell, index) => {
        const here = some.filter((ask) => place(ask) === index);
        if (here.length === 0) return;
        const made = await act(cell, here);
        here.forEach((ask, nth) => answers.set(ask, made[nth] as Answer));
      }),
    );
  const places = await findPlaces(ctx.db, ctx.keyring, asks.map(codeOf));
  const hints = new Map(asks.map((ask, nth) => [ask, cells.findIndex(({ cell }) => cell === places[nth])]));
  await actIn((ask) => Math.max(hints.get(ask) ?? 0, 0), asks);
  const unknown = asks.filter((ask) => answers.get(ask)?.is === 'unknown');
  if (unknown.length > 0) {
    const codes = unknown.map(codeOf);
    const found = await Promise.all(cells.map(({ db }) => findCodes(db, ctx.keyring, codes)));
    const known = new Map(
      unknown.map((ask, nth) => [ask, found.findIndex((ofCell) => (ofCell[nth] ?? null) !== null)]),
    );
    await actIn((ask) => known.get(ask) ?? null, unknown);
  }
  return asks.map((ask) => answers.get(ask) as Answer);
}

/** `checkCode`, in whatever cell the code is. */
export async function checkAnywhere(
  ctx: CellContext,
  ask: { till: Till; number: string },
  now: Date,
): Promise<Checked> {
  const [checked] = await whereCodesAre(ctx, [ask], codeOfTill, (cell, asks) =>
    Promise.all(asks.map((one) => checkCode(cell.db, cell.keyring, one, now))),
  );
  return checked as Checked;
}

export const codeOfTill = ({ till, number }: { till: Till; number: string }): CodeAsk => ({
  supplierId: till.supplierId,
  number,
});

/** The cell that has a redemption; the context that is given if none does. */
export const cellOfRedemption = async <Part extends Pick<Context, 'db' | 'cells'>>(
  ctx: Part,
  { supplierId, transaction }: { supplierId: number; transaction: string },
): Promise<Part> =>
  (await firstFound(ctx, async (cell) => {
    const { rowCount } = await cell.db.query(
      `select from redemptions where supplier_id = $1 and transaction = $2`,
      [supplierId, transaction],
    );
    return rowCount === 1 ? cell : null;
  })) ??
  everyCell(ctx)[0] ??
  ctx;
