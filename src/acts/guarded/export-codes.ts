/** Sold codes as a file, by one person or by two. */
import { operator } from '../../people/access/party.ts';
import { actorOf, permit, type Principal } from '../../people/access/principal.ts';
import type { Execute } from '../../people/approvals/approvals.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import { findAsked, type OwnAsk } from '../../people/approvals/find-asked.ts';
import { takeGiven } from '../../people/approvals/take-given.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import type { Context } from '../../context.ts';
import { byCell } from '../../platform/cells/cell-context.ts';
import { gathered } from '../../platform/cells/merge.ts';
import { transaction, type Sql, type Tx } from '../../platform/database/database.ts';
import { findSoldCodes, type SoldCode, type SoldCodesAsk } from '../../certificates/sold-codes.ts';
import { revealCodes, type Readings } from '../../vault/reveal.ts';
import type { PlainCode } from '../../vault/seal-code.ts';
import { askFor, type NotYet } from '../../people/approvals/hold-back.ts';

const act = 'codes.export';
export const mostExportedCodes = 20_000;

export interface ExportAsk extends SoldCodesAsk {
  /** For the person who decides, and for the audit. */
  reason: string;
}

export interface ExportedCode extends SoldCode {
  code: PlainCode;
}

type ExportContext = Pick<Context, 'db' | 'cells' | 'keyring'>;

export type CodesExported =
  | { is: 'exported'; codes: ExportedCode[] }
  | { is: 'forbidden' | 'step-up' | 'none' | 'too-many' | 'not-over' };

/**
 * Opens the codes that a supplier's certificates were sold with in a period. With four eyes it is asked for first; asked
 * again after somebody else agreed, they are opened, once. Each opening is recorded.
 */
export async function exportCodes(
  ctx: ExportContext,
  principal: Principal,
  { reason, ...ask }: ExportAsk,
  now: Date,
): Promise<CodesExported | NotYet> {
  const party = { side: 'supplier', partyId: ask.supplierId } as const;
  const permitted = permit(principal, 'codes.export', party, now);
  if (permitted !== 'permitted') return { is: permitted };
  // What was approved is what is exported: nothing is sold in the period any more.
  if (ask.to > now) return { is: 'not-over' };
  const { keyring } = ctx;
  return transaction<CodesExported | NotYet>(ctx.db, async (tx) => {
    const inCells = { ...ctx, db: tx };
    const found = await findInCells(inCells, ask);
    if (found.length === 0) return { is: 'none' };
    if (found.length > mostExportedCodes) return { is: 'too-many' };
    if ((await readFourEyes(tx)).on) {
      const given = await takeGiven(tx, keyring, principal, { party: operator, act, of: ask }, now);
      if (!given) return askFor({ db: tx, keyring }, principal, { act, payload: { ...ask, reason } }, now);
    }
    const by = actorOf(principal);
    const reading = { supplierId: ask.supplierId, reader: 'operator', address: by.actor } as const;
    const plain = await openInCells(inCells, found, reading, now);
    const codes = found.flatMap((sold) => {
      const code = plain.get(sold.codeId);
      return code === undefined ? [] : [{ ...sold, code }];
    });
    const { from, to } = ask;
    const after = { from, to, codes: codes.length, reason };
    await recordAct(tx, keyring, { party, by, act: 'codes.exported', about: 'sold codes', after }, now);
    return { is: 'exported', codes };
  });
}

/** The transaction of the export on one server; with cells theirs, each for itself. */
type InCells = Pick<Context, 'cells' | 'keyring'> & { db: Tx };

const inOrder = (one: SoldCode, other: SoldCode): number =>
  one.soldAt.getTime() - other.soldAt.getTime() || one.codeId - other.codeId;

async function findInCells(ctx: InCells, ask: SoldCodesAsk): Promise<SoldCode[]> {
  const most = mostExportedCodes + 1;
  const codes = await gathered(ctx, ({ db }) => findSoldCodes(db, ask, most));
  return codes.toSorted(inOrder).slice(0, most);
}

/** Each cell commits its readings first: what is on record may not have been seen, but nothing is seen that is not on record. */
async function openInCells(
  ctx: InCells,
  found: readonly SoldCode[],
  reading: Omit<Readings, 'codeIds'>,
  now: Date,
): Promise<Map<number, PlainCode>> {
  const ids = found.map(({ codeId }) => codeId);
  const opened = await Promise.all(
    byCell(ctx, ids).map(([{ db }, codeIds]) => revealCodes(db, ctx.keyring, { ...reading, codeIds }, now)),
  );
  return new Map(opened.flatMap((codes) => [...codes]));
}

/** What this principal asked for, to export codes of this supplier; null: nothing. */
export const findExportAsk = (
  db: Sql,
  principal: Principal,
  supplierId: number,
  now: Date,
): Promise<OwnAsk | null> => findAsked(db, principal, { party: operator, act, of: { supplierId } }, now);

/** The approval is all: whoever asked makes the export. */
export const executeExportCodes: Execute = () => Promise.resolve({ is: 'done' });
