/** Loads a draft of codes, and wakes the orders that waited for them. */
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { readTable } from '../platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../platform/spreadsheet/table-file.ts';
import { TableProblem } from '../platform/spreadsheet/table-problem.ts';
import type { TableReason } from '../platform/spreadsheet/table-reasons.ts';
import { draftNotes, endDraft, openDraft, poolProductsOf, type Draft } from '../suppliers/mail/drafts.ts';
import { sheetsOf, type PoolImport, type PoolImportAsk } from '../vault/import-pool/import-ask.ts';
import { loadPool } from './load-pool.ts';
import { previewWake, type WakePreview } from './preview-wake.ts';

export interface DraftAsk extends Omit<PoolImportAsk, 'productId' | 'fileName' | 'rows'> {
  draftId: number;
  /** Absent: the only pool product of the supplier. */
  productId?: number | undefined;
  /** Load it although its mail is not proven to be from the sender. */
  acceptUnauthenticated?: boolean;
}

export type DraftLoad =
  /** `wakes`: which delayed orders its codes would wake, of a preview only. */
  | { is: 'opened'; draft: Draft; outcome: PoolImport; wakes: WakePreview | null }
  | { is: 'no-draft' }
  | { is: 'ended'; state: Draft['state'] }
  | { is: 'unauthenticated'; draft: Draft }
  | { is: 'foreign-product'; supplierId: number; productId: number }
  | { is: 'no-product'; supplierId: number }
  | { is: 'several-products'; productIds: number[] }
  | { is: 'unreadable'; reason: TableReason };

/**
 * Loads the spreadsheet of a draft into a pool, like `loadPool`; `dryRun` writes nothing. The draft stays locked until
 * the end, so that it cannot be loaded twice.
 */
export async function loadDraft(
  db: DatabaseOrTx,
  keyring: Keyring,
  ask: DraftAsk,
  now: Date,
): Promise<DraftLoad> {
  try {
    return await atomically(db, (tx) => loadOpened(tx, keyring, ask, now));
  } catch (problem) {
    if (problem instanceof TableProblem) return { is: 'unreadable', reason: problem.reason };
    throw problem;
  }
}

async function loadOpened(tx: Tx, keyring: Keyring, ask: DraftAsk, now: Date): Promise<DraftLoad> {
  const { draftId, productId, acceptUnauthenticated = false, ...rules } = ask;
  const opened = await openDraft(tx, keyring, draftId, true);
  if (opened === null) return { is: 'no-draft' };
  const { draft, file } = opened;
  if (draft.state !== 'waiting' || file === null) return { is: 'ended', state: draft.state };
  if (rules.dryRun !== true && draft.senderCheck === 'fail' && !acceptUnauthenticated)
    return { is: 'unauthenticated', draft };
  const product = productFor(draft, await poolProductsOf(tx, draft.supplierId), productId);
  if (typeof product !== 'number') return product;
  const rows = readTable(tableOfBytes(file), sheetsOf(rules));
  const pool = { ...rules, productId: product, fileName: draft.fileName, rows };
  const outcome = await loadPool(tx, keyring, pool, now);
  if (outcome.is === 'loaded') {
    const note = draftNotes.text({ is: 'loaded', count: outcome.report.loaded }, 'en');
    await endDraft(tx, { draftId, state: 'loaded', note }, now);
  }
  const wakes =
    rules.dryRun === true && outcome.is === 'preview'
      ? await previewWake(tx, { productId: product, lots: outcome.report.lots }, now)
      : null;
  return { is: 'opened', draft, outcome, wakes };
}

/** A draft can only be loaded into products of its own supplier. */
function productFor(
  { supplierId }: Draft,
  productIds: number[],
  asked: number | undefined,
): number | DraftLoad {
  if (asked !== undefined)
    return productIds.includes(asked) ? asked : { is: 'foreign-product', supplierId, productId: asked };
  const [only] = productIds;
  if (only === undefined) return { is: 'no-product', supplierId };
  return productIds.length === 1 ? only : { is: 'several-products', productIds };
}
