/** Imports a file of codes into a product's pool. */
import { allowTime, type Tx } from '../../platform/database/database.ts';
import { readCells } from '../../platform/cells/spread-tables.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { TableRow } from '../../platform/spreadsheet/table-row.ts';
import { setAsideLoaded } from '../set-aside/set-aside-codes.ts';
import { findColumns, type ColumnChoice } from './columns.ts';
import { countLots, loadStaged, lockImports, type PoolTarget } from './load-staged.ts';
import { looksRounded, noLongNumbers, noteNumber } from './kept-digits.ts';
import { readRow, type RowRules } from './read-row.ts';
import { findings, note, type PoolReport } from './report.ts';
import { sendStaged } from './send-staged.ts';
import {
  countStaged,
  createStage,
  dropDuplicatesInFile,
  dropDuplicatesInVault,
  stageCodes,
  type StagedCode,
} from './staged-codes.ts';

export interface PoolImportAsk {
  productId: number;
  /** Only recorded. */
  fileName: string;
  /** The table in batches of rows; see platform/spreadsheet/read-table.ts. */
  rows: AsyncIterable<TableRow[]>;
  columns?: ColumnChoice;
  /** False: the first row is already a code, and columns are chosen by position. */
  hasHeadings?: boolean;
  /** The face of rows that have none. */
  faceKopecks?: number | null;
  /** Accept faces that the product lacks, which the caller then adds; otherwise their rows are errors. */
  anyFace?: boolean;
  /** Treat all codes as active or inactive, regardless of their rows. */
  activity?: RowRules['activity'];
  /** Skip wrong rows or duplicates instead of refusing the file. */
  skipWrong?: boolean;
  /** Unusual numbers and PINs are meant as they are; see platform/values/judge-symbols.ts. */
  asGiven?: boolean;
  skipDuplicates?: boolean;
  /** The zeros at the end of long numbers are theirs: somebody compared them with the supplier's. */
  zerosAreReal?: boolean;
  /** Dry run: nothing is written. */
  dryRun?: boolean;
  onRows?: (rows: number) => void;
}

export type PoolImport =
  | { is: 'loaded' | 'preview' | 'nothing-loaded'; report: PoolReport }
  | { is: 'refused'; why: 'no-product' | 'no-pool' | 'no-columns' | 'no-rows' | 'rounded'; details: string };

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
  if (product === null) return refused('no-product', `there is no product ${ask.productId}`);
  if (product.transferScheme !== 'pool') {
    return refused(
      'no-pool',
      `the codes of product ${ask.productId} are made by the platform: it has no pool`,
    );
  }
  await allowTime(tx, timeAllowed);
  await createStage(tx);
  const staged = await stageRows(tx, keyring, ask, product, now);
  if (staged.is === 'refused') return staged;

  if (ask.dryRun !== true) await lockImports(tx, product.supplierId);
  const duplicatesInFile = await dropDuplicatesInFile(tx);
  const cells = await readCells(tx);
  const known = cells.length === 0 ? 'codes' : 'code_places';
  const duplicatesInVault = await dropDuplicatesInVault(tx, product.supplierId, known);
  const faces = await countStaged(tx);
  const report: PoolReport = {
    productId: ask.productId,
    fileName: ask.fileName,
    rows: staged.rows,
    loaded: faces.reduce((sum, face) => sum + face.codes, 0),
    faces,
    lots: await countLots(tx),
    duplicatesInFile,
    duplicatesInVault,
    wrong: staged.wrong,
  };
  const acceptable =
    (ask.skipWrong === true || report.wrong.total === 0) &&
    (ask.skipDuplicates === true || duplicatesInFile.total + duplicatesInVault.total === 0);
  if (!acceptable || report.loaded === 0) return { is: 'nothing-loaded', report: { ...report, loaded: 0 } };
  if (ask.dryRun === true) return { is: 'preview', report };
  const target = { supplierId: product.supplierId, productId: ask.productId };
  const importId = await addImport(tx, target, report, now);
  if (cells.length > 0) await sendStaged(tx, { ...target, importId, cells, codes: report.loaded }, now);
  else {
    await loadStaged(tx, target, { codes: report.loaded, lots: report.lots, importId });
    await setAsideLoaded(tx, product.supplierId);
  }
  return { is: 'loaded', report };
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

type Refused = Extract<PoolImport, { is: 'refused' }>;

const refused = (why: Refused['why'], details: string): Refused => ({ is: 'refused', why, details });

interface PoolProduct {
  supplierId: number;
  transferScheme: string;
  activationScheme: string;
  faces: Set<number>;
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
    supplierId: row.supplier_id,
    transferScheme: row.transfer_scheme,
    activationScheme: row.activation_scheme,
    faces: new Set(row.faces),
  };
}

type Staging = { is: 'staged'; rows: number; wrong: PoolReport['wrong'] } | Refused;

const roundedNumbers =
  'the numbers look rounded: a spreadsheet keeps 15 digits and writes zeros for the rest. Format the column as text in the file that still has all digits, and save it again';
const roundedPins =
  'the PINs look rounded: a spreadsheet keeps 15 digits and writes zeros for the rest. Format the column as text in the file that still has all digits, and save it again';

/** Reads the whole table: good rows go to the staging table, wrong ones to the report. */
async function stageRows(
  tx: Tx,
  keyring: Keyring,
  ask: PoolImportAsk,
  product: PoolProduct,
  now: Date,
): Promise<Staging> {
  const wrong: PoolReport['wrong'] = findings();
  const long = { numbers: noLongNumbers(), pins: noLongNumbers() };
  let rules: RowRules | null = null;
  let count = 0;
  for await (const batch of ask.rows) {
    let rows = batch;
    if (rules === null) {
      const found = findColumns(batch, ask.columns ?? {}, ask.hasHeadings ?? true);
      if (found.is === 'missing') return refused('no-columns', found.details);
      if (found.columns.face === undefined && (ask.faceKopecks ?? null) === null) {
        return refused(
          'no-columns',
          'the table has no column of faces: name it, or give the face of all codes by --face',
        );
      }
      rules = {
        columns: found.columns,
        faceKopecks: ask.faceKopecks ?? null,
        knownFaces: ask.anyFace === true ? null : product.faces,
        activity: ask.activity ?? 'by-row',
        isActivatedLater: product.activationScheme !== 'none',
        asGiven: ask.asGiven ?? false,
      };
      rows = batch.slice(found.headingRows);
    }
    const codes = readBatch(rows, rules, wrong, now);
    for (const { code } of codes) {
      noteNumber(long.numbers, code.number);
      noteNumber(long.pins, code.pin);
    }
    await stageCodes(tx, keyring, product.supplierId, codes);
    count += rows.length;
    ask.onRows?.(count);
  }
  if (count === 0) return refused('no-rows', 'the table has no codes');
  if (ask.zerosAreReal !== true && looksRounded(long.numbers)) return refused('rounded', roundedNumbers);
  if (ask.zerosAreReal !== true && looksRounded(long.pins)) return refused('rounded', roundedPins);
  return { is: 'staged', rows: count, wrong };
}

function readBatch(rows: TableRow[], rules: RowRules, wrong: PoolReport['wrong'], now: Date): StagedCode[] {
  const codes: StagedCode[] = [];
  for (const row of rows) {
    const reading = readRow(row, rules, now);
    if (reading.is === 'read') {
      const sellable = reading.value.active || rules.isActivatedLater;
      codes.push({ ...reading.value, line: row.line, sellable });
    } else note(wrong, { line: row.line, reason: reading.reason });
  }
  return codes;
}
