import { releaseWaiting } from '../messaging/queue/schedule.ts';
import type { Context } from '../context.ts';
import { everyCell, type Celled } from '../platform/cells/cell-context.ts';
import { counted, fromCells } from '../platform/cells/merge.ts';
import { atomically, transaction, type Database, type DatabaseOrTx } from '../platform/database/database.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { findLetter } from '../suppliers/activation/find-letter.ts';
import {
  confirmRows,
  countUnconfirmed,
  lockLetter,
  noteAnswered,
  type Confirmation,
} from '../suppliers/activation/confirm-rows.ts';
import { activateListed, activatesByList, type ListPlace } from '../vault/list-sold.ts';

/** Letters are in the centre, their rows in the cells of the codes. */
export interface ConfirmingPlace extends Celled {
  db: DatabaseOrTx;
}

/**
 * Confirms rows of an activation letter: their codes become active, and the letters that waited for them are released.
 * Returns how many rows were confirmed for the first time. With cells each of them commits for itself, and the letter after them: broken
 * off, it is still open, and confirmed again.
 */
export function confirmActivation(
  place: ConfirmingPlace,
  confirmation: Confirmation,
  now: Date,
): Promise<number> {
  return atomically(place.db, async (tx) => {
    const inCells: ConfirmingPlace = { db: tx, cells: place.cells };
    await lockLetter(tx, confirmation);
    let rows = 0;
    for (const { db } of everyCell(inCells)) rows += await confirmInCell(db, confirmation, now);
    const open = await counted(inCells, ({ db }) => countUnconfirmed(db, confirmation, null));
    if (open === 0) await noteAnswered(tx, confirmation, now);
    return rows;
  });
}

const confirmInCell = (db: DatabaseOrTx, confirmation: Confirmation, now: Date): Promise<number> =>
  atomically(db, async (tx) => {
    const { rows, orders } = await confirmRows(tx, confirmation, now);
    await releaseWaiting(tx, orders);
    return rows;
  });

export type ActivationConfirmed = { is: 'confirmed'; rows: number } | { is: 'no-letter' };

/** The same by a person of the supplier, who answers for it: the act stands in the supplier's audit before rows are confirmed. */
export async function confirmActivationAs(
  place: ConfirmingPlace & { keyring: Keyring },
  principal: Principal,
  { supplierId, letterId, rows }: Omit<Confirmation, 'by'>,
  now: Date,
): Promise<ActivationConfirmed> {
  const party = { side: 'supplier', partyId: supplierId } as const;
  const letter = await findLetter(place.db, letterId);
  if (letter?.supplierId !== supplierId || !may(principal, 'activation.confirm', party))
    return { is: 'no-letter' };
  const open = await counted(place, ({ db }) => countUnconfirmed(db, letter, rows));
  if (open > 0) {
    const about = `letter ${letterId}`;
    const act = { party, by: actorOf(principal), act: 'activation.confirmed', about, after: { rows: open } };
    await atomically(place.db, (tx) => recordAct(tx, place.keyring, act, now));
  }
  const confirmed = await confirmActivation(place, { supplierId, letterId, rows, by: 'person' }, now);
  return { is: 'confirmed', rows: confirmed };
}

/** Codes of a list that one transaction looks at. */
const pageSize = 10_000;

/** A range of listing times, end exclusive. */
export interface PulledList {
  supplierId: number;
  from: Date;
  to: Date;
}

/**
 * Activates the codes of an interval that a supplier has fetched completely, if their product has the scheme `pull`,
 * and releases the letters that waited for them, page by page.
 */
export async function activatePulled(
  ctx: Pick<Context, 'db' | 'cells'>,
  list: PulledList,
  now: Date,
): Promise<void> {
  await fromCells(ctx, ({ db }) => activateInCell(db, list, now));
}

async function activateInCell(db: Database, { supplierId, from, to }: PulledList, now: Date): Promise<void> {
  let after: ListPlace | null = { listedAt: from, codeId: 0 };
  while (after !== null) {
    const page = { supplierId, after, to, limit: pageSize };
    after = await transaction(db, async (tx) => {
      if (!(await activatesByList(tx, supplierId))) return null;
      const { orders, next } = await activateListed(tx, page, now);
      await releaseWaiting(tx, orders);
      return next;
    });
  }
}
