/** Imports a file of codes into a product's pool. */
import { allowTime, type Tx } from '../../platform/database/database.ts';
import { readCells } from '../../platform/cells/spread-tables.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { readBarcodes } from '../read-barcodes.ts';
import { readGuardBegun, setAsideLoaded } from '../set-aside/set-aside-codes.ts';
import { compareAllOf, readUncompared } from '../numbers/compare-numbers.ts';
import type { PoolImport, PoolImportAsk, PoolProduct } from './import-ask.ts';
import { countLots, loadStaged, lockImports, type PoolTarget } from './load-staged.ts';
import { placeOf } from './places.ts';
import { readRemembered, remember } from './remembered-columns.ts';
import type { Ask, Findings, PoolReport, RowProblem } from './report.ts';
import { sendStaged } from './send-staged.ts';
import { refused, stageRows, type Staged } from './stage-rows.ts';
import {
  countStaged,
  createStage,
  dropDuplicatesInFile,
  dropDuplicatesInVault,
  findShapes,
} from './staged-codes.ts';

/** An import may take longer than other statements. */
const timeAllowed = { statementMs: 900_000, idleInTransactionMs: 300_000 };

/**
 * Imports a supplier's codes into the pool of a product, sealed; all or nothing unless told to skip. A code already in
 * the vault is never loaded again, not even by two concurrent imports. The caller wakes the delayed requests. With cells, the
 * codes are on their way to them when the transaction ends.
 */
export async function importPool(
  tx: Tx,
  keyring: Keyring,
  ask: PoolImportAsk,
  now: Date,
): Promise<PoolImport> {
  const product = await findProduct(tx, ask.productId);
  if (product === null) return refused('no-product', { is: 'no-product', productId: ask.productId });
  if (product.transferScheme !== 'pool')
    return refused('no-pool', { is: 'no-pool', productId: ask.productId });
  await allowTime(tx, timeAllowed);
  await createStage(tx);
  const remembered = await readRemembered(tx, product.supplierId);
  const staged = await stageRows({ tx, keyring, ask, product, remembered, now });
  if (staged.is === 'refused') return staged;
  if (ask.dryRun !== true) {
    const cells = await readCells(tx);
    if (cells.length === 0) await compareAllOf(tx, { keyring, cell: null }, product.supplierId);
    else if ((await readUncompared(tx, cells, product.supplierId)).length > 0)
      return refused('uncompared', { is: 'being-compared' });
  }
  return judgeStaged(tx, { ask, product, staged }, now);
}

interface Judged {
  ask: PoolImportAsk;
  product: PoolProduct;
  staged: Staged;
}

async function judgeStaged(tx: Tx, { ask, product, staged }: Judged, now: Date): Promise<PoolImport> {
  const { supplierId } = product;
  if (ask.dryRun !== true) await lockImports(tx, supplierId);
  const unlike = await findUnlike(tx, staged, ask.asGiven === true);
  const cells = await readCells(tx);
  const report = await reportOf(tx, { ask, product, staged }, { unlike, hasCells: cells.length > 0 });
  if (!isAcceptable(ask, report) || report.loaded === 0)
    return { is: 'nothing-loaded', report: { ...report, loaded: 0 } };
  if (ask.dryRun === true) return { is: 'preview', report };
  const target = { supplierId, productId: ask.productId };
  const importId = await addImport(tx, target, report, now);
  if (cells.length > 0) await sendStaged(tx, { ...target, importId, cells, codes: report.loaded }, now);
  else {
    await loadStaged(tx, target, { codes: report.loaded, lots: report.lots, importId });
    if ((await readGuardBegun(tx)) !== null) await setAsideLoaded(tx, supplierId);
  }
  await remember(tx, supplierId, ask.columns ?? {}, staged.found, now);
  return { is: 'loaded', report };
}

async function reportOf(
  tx: Tx,
  { ask, product, staged }: Judged,
  { unlike, hasCells }: { unlike: Findings<RowProblem>; hasCells: boolean },
): Promise<PoolReport> {
  const inFile = await dropDuplicatesInFile(tx);
  const known = hasCells ? 'code_places' : 'codes';
  const inVault = await dropDuplicatesInVault(tx, product.supplierId, known);
  const twins = await staged.twins?.find(known);
  const placed = ({ line }: { line: number }) => placeOf(line, staged.sheets);
  const faces = await countStaged(tx);
  const { rows, wrong, hiddenRows, columns } = staged;
  return {
    productId: ask.productId,
    fileName: ask.fileName,
    rows,
    loaded: faces.reduce((sum, face) => sum + face.codes, 0),
    faces,
    lots: await countLots(tx),
    duplicatesInFile: {
      total: inFile.total,
      shown: inFile.shown.map((one) => ({ ...placed(one), firstLine: placeOf(one.firstLine, []).line })),
    },
    duplicatesInVault: { total: inVault.total, shown: inVault.shown.map(placed) },
    wrong,
    unlike,
    ...(twins !== undefined && {
      twins: {
        total: twins.total,
        shown: twins.shown.map(({ firstLine, ...one }) => ({
          ...placed(one),
          firstLine: firstLine === null ? null : placeOf(firstLine, []).line,
        })),
      },
    }),
    columns,
    hiddenRows,
    otherSheets: staged.otherSheets,
    asks: asksOf(ask, staged),
  };
}

function asksOf({ hidden = 'ask' }: PoolImportAsk, { columns, hiddenRows }: Staged): Ask[] {
  const isHidden = hiddenRows.total > 0 || columns.some((one) => one.hidden && one.samples.length > 0);
  return [
    ...(columns.some(({ asked }) => asked) ? (['columns'] as const) : []),
    ...(hidden === 'ask' && isHidden ? (['hidden'] as const) : []),
  ];
}

function isAcceptable(ask: PoolImportAsk, report: PoolReport): boolean {
  const { wrong, unlike, duplicatesInFile, duplicatesInVault, asks = [] } = report;
  const skips = ask.skipWrong === true;
  return (
    asks.length === 0 &&
    (skips || wrong.total === 0) &&
    (skips || ask.asGiven === true || (unlike?.total ?? 0) === 0) &&
    (ask.skipDuplicates === true || duplicatesInFile.total + duplicatesInVault.total === 0)
  );
}

/** Rows that are unlike the others; they are taken out unless somebody says that they are codes. */
async function findUnlike(
  tx: Tx,
  { unlike, sheets }: Staged,
  asGiven: boolean,
): Promise<Findings<RowProblem>> {
  const shapes = await findShapes(tx, [...unlike.keys()], asGiven ? 'keep' : 'drop');
  return {
    total: shapes.total,
    shown: shapes.shown.flatMap(({ line, shape }) => {
      const reason = unlike.get(shape);
      return reason === undefined ? [] : [{ ...placeOf(line, sheets), reason }];
    }),
  };
}

async function addImport(tx: Tx, target: PoolTarget, report: PoolReport, now: Date): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into imports (supplier_id, product_id, file_name, loaded, at) values ($1, $2, $3, $4, $5) returning id`,
    [target.supplierId, target.productId, report.fileName, report.loaded, now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The import got no id.');
  return row.id;
}

async function findProduct(tx: Tx, productId: number): Promise<PoolProduct | null> {
  const { rows } = await tx.query<{
    supplier_id: number;
    transfer_scheme: string;
    activation_scheme: string;
    faces: number[];
  }>(
    `select p.supplier_id, p.transfer_scheme, p.activation_scheme,
       (select coalesce(json_agg(f.face_kopecks), '[]') from faces f where f.product_id = p.id) as faces
     from products p where p.id = $1`,
    [productId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    barcode: (await readBarcodes(tx, [productId])).get(productId) ?? null,
    supplierId: row.supplier_id,
    transferScheme: row.transfer_scheme,
    activationScheme: row.activation_scheme,
    faces: new Set(row.faces),
  };
}
