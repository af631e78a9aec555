/** Says of codes that were set aside whether they were sold. */
import { findProduct } from '../../catalog/find-product.ts';
import type { Principal } from '../../people/access/principal.ts';
import { allowTime, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { TableRow } from '../../platform/spreadsheet/table-row.ts';
import { findColumns } from '../../vault/import-pool/columns.ts';
import { readNumber } from '../../vault/import-pool/read-row.ts';
import { codeFingerprints } from '../../vault/seal-code.ts';
import { offerAgain, takeFound, takeNext } from '../../vault/set-aside/judge-set-aside.ts';
import { withinGuard, type Judged } from './judge.ts';

export interface CodesAsk {
  productId: number;
  /** A list of numbers in batches of rows, or the rest: whatever of the product is still set aside. */
  list: AsyncIterable<TableRow[]> | 'rest';
  /** Sold in the lost time: blocked for good. Otherwise they are offered again. */
  sold: boolean;
}

export type CodesJudged =
  | { is: 'no-product' }
  /** `unknown`: rows of the list that are not set aside, or no number. */
  | { is: 'judged'; codes: number; unknown: number };

const codesAtOnce = 5000;

const timeAllowed = { statementMs: 900_000, idleInTransactionMs: 300_000 };

export const judgeCodes = (
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: CodesAsk,
  now: Date,
): Promise<Judged<CodesJudged>> =>
  withinGuard<CodesJudged>(db, keyring, principal, now, async (tx) => {
    const product = await findProduct(tx, ask.productId);
    if (product === null) return { result: { is: 'no-product' }, act: null, after: {} };
    await allowTime(tx, timeAllowed);
    const judged = await (ask.list === 'rest'
      ? judgeRest(tx, product.supplierId, ask)
      : judgeList(tx, keyring, product.supplierId, ask.list, ask));
    const after = { product: ask.productId, codes: judged.codes, sold: ask.sold, rest: ask.list === 'rest' };
    return { result: { is: 'judged', ...judged }, act: 'restore.codes-judged', after };
  });

interface Count {
  codes: number;
  unknown: number;
}

async function judgeRest(tx: Tx, supplierId: number, { productId, sold }: CodesAsk): Promise<Count> {
  for (let codes = 0; ;) {
    const taken = await takeNext(tx, { supplierId, productId, limit: codesAtOnce });
    if (!sold) await offerAgain(tx, supplierId, taken);
    codes += taken.length;
    if (taken.length < codesAtOnce) return { codes, unknown: 0 };
  }
}

async function judgeList(
  tx: Tx,
  keyring: Keyring,
  supplierId: number,
  list: AsyncIterable<TableRow[]>,
  { productId, sold }: CodesAsk,
): Promise<Count> {
  const count = { codes: 0, unknown: 0 };
  let column: number | null = null;
  for await (const batch of list) {
    let rows = batch;
    if (column === null) {
      const found = findColumns(batch, {}, true);
      // Without headings the first column holds the numbers.
      column = found.is === 'found' ? found.columns.number : 0;
      rows = found.is === 'found' ? batch.slice(found.headingRows) : batch;
    }
    const place = column;
    const numbers = rows.flatMap((row) => readNumber(row, place) ?? []);
    const fingerprints = numbers.flatMap((number) => codeFingerprints(keyring, supplierId, number));
    const taken = await takeFound(tx, { supplierId, productId, fingerprints });
    if (!sold) await offerAgain(tx, supplierId, taken);
    count.codes += taken.length;
    count.unknown += rows.length - taken.length;
  }
  return count;
}
