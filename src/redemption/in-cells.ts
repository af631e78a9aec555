/** Codes at a till, in whatever cell they are. On one server there is nothing to look for. */
import type { Context } from '../context.ts';
import { everyCell } from '../platform/cells/cell-context.ts';
import { answering, orNull } from '../platform/cells/from-answering.ts';
import { firstFound } from '../platform/cells/merge.ts';
import { DatabaseUnavailable } from '../platform/database/database-errors.ts';
import { findPlaces } from '../vault/code-places.ts';
import { findCodes } from '../vault/find-code.ts';
import type { CodeAsk } from '../vault/wanted-codes.ts';
import { checkCode, type Checked } from './check-code.ts';
import type { Till } from './till.ts';

type CellContext = Pick<Context, 'db' | 'cells' | 'cell' | 'keyring'>;

/** The code may be in a cell that does not answer. */
interface Unreached {
  is: 'failed';
  problem: unknown;
}

/**
 * Does something with codes in the cells where they are said to be, and with those that are unknown there in the cells that know
 * them. `act` answers in the order of its asks. An unsold code takes as long as a number that nobody knows.
 */
export async function whereCodesAre<Part extends CellContext, Ask, Answer extends { is: string }>(
  ctx: Part,
  asks: readonly Ask[],
  codeOf: (ask: Ask) => CodeAsk,
  act: (cell: Part, asks: Ask[]) => Promise<Answer[]>,
): Promise<(Answer | Unreached)[]> {
  if (ctx.cells.length === 0) return act(ctx, [...asks]);
  const cells = everyCell(ctx);
  const answers = new Map<Ask, Answer | Unreached>();
  const actIn = (place: (ask: Ask) => number | null, some: readonly Ask[]): Promise<unknown> =>
    Promise.all(
      cells.map(async (cell, index) => {
        const here = some.filter((ask) => place(ask) === index);
        if (here.length === 0) return;
        const made = await act(cell, here);
        here.forEach((ask, nth) => answers.set(ask, made[nth] as Answer));
      }),
    );
  const [there, places] = await Promise.all([
    answering(ctx.cells),
    // A part of the directory is at each node.
    orNull(findPlaces(ctx.db, ctx.keyring, asks.map(codeOf))),
  ]);
  const isThere = ctx.cells.map((cell) => there.includes(cell));
  const hints = new Map(asks.map((ask, nth) => [ask, cells.findIndex(({ cell }) => cell === places?.[nth])]));
  const hintOf = (ask: Ask): number => hints.get(ask) ?? -1;
  await actIn((ask) => (hintOf(ask) < 0 ? Math.max(isThere.indexOf(true), 0) : hintOf(ask)), asks);
  const unknown = asks.filter((ask) => answers.get(ask)?.is === 'unknown');
  if (unknown.length > 0) {
    const codes = unknown.map(codeOf);
    const found = await Promise.all(
      cells.map(async ({ db }, index) =>
        isThere[index] === true ? orNull(findCodes(db, ctx.keyring, codes)) : null,
      ),
    );
    const known = new Map(
      unknown.map((ask, nth) => [ask, found.findIndex((ofCell) => (ofCell?.[nth] ?? null) !== null)]),
    );
    await actIn((ask) => known.get(ask) ?? null, unknown);
    const lost = unknown.filter((ask) => known.get(ask) === -1 && found.includes(null));
    for (const ask of lost) answers.set(ask, { is: 'failed', problem: new DatabaseUnavailable(null) });
  }
  return asks.map((ask) => answers.get(ask) as Answer | Unreached);
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
  if (checked === undefined || checked.is === 'failed') throw checked?.problem;
  return checked;
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
