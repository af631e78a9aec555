/** Imports into the pool of a product, on a database with nothing else. */
import assert from 'node:assert/strict';
import { importCatalog } from '../../src/catalog/import/import-catalog.ts';
import { transaction } from '../../src/platform/database/database.ts';
import type { Cell, TableRow } from '../../src/platform/spreadsheet/table-row.ts';
import type { PoolImport, PoolImportAsk } from '../../src/vault/import-pool/import-ask.ts';
import { importPool } from '../../src/vault/import-pool/import-pool.ts';
import { openCode } from '../../src/vault/seal-code.ts';
import { migratedDatabase, type MigratedDatabase } from './migrated-database.ts';

export const supplierId = 342;
export const productId = 2111;

export async function worldWithPool(): Promise<MigratedDatabase> {
  const world = await migratedDatabase();
  const products = [
    { id: productId, title: 'Pool', supplier_id: supplierId, faces: [500, 1000] },
    { id: 2112, title: 'Another of the same supplier', supplier_id: supplierId, faces: [500] },
  ];
  await transaction(world.db, (tx) => importCatalog(tx, products, { scheme: 'pool' }, world.now));
  // It carries letters of all alphabets.
  await world.db.query(`update products set barcode_kind = 'qr'`);
  return world;
}

async function* tableOf(rows: Cell[][], batchRows = 3): AsyncGenerator<TableRow[]> {
  const lines = rows.map((cells, index) => ({ line: index + 1, cells }));
  for (let start = 0; start < lines.length; start += batchRows) yield lines.slice(start, start + batchRows);
}

export async function load(
  world: MigratedDatabase,
  rows: Cell[][],
  options: Partial<PoolImportAsk> = {},
): Promise<PoolImport> {
  const ask = { productId, fileName: 'codes.xlsx', rows: tableOf(rows), ...options };
  return transaction(world.db, (tx) => importPool(tx, world.keyring, ask, world.now));
}

export function reportOf(outcome: PoolImport, is: 'loaded' | 'preview' | 'nothing-loaded') {
  assert.ok(outcome.is !== 'refused');
  assert.equal(outcome.is, is);
  return outcome.report;
}

export interface CodeRow {
  face_kopecks: number;
  position: number | null;
  state: string;
  active: boolean;
  fingerprint: Buffer;
  sealed: Buffer;
  expires_at: Date | null;
}

export async function codesIn(
  world: MigratedDatabase,
): Promise<(Omit<CodeRow, 'fingerprint' | 'sealed'> & { number: string })[]> {
  const { rows } = await world.db.query<CodeRow>(
    `select face_kopecks, position, state, active, fingerprint, sealed, expires_at from codes order by face_kopecks, ends_on, position`,
  );
  return rows.map(({ fingerprint, sealed, ...row }) => ({
    ...row,
    number: Object.values(openCode(world.keyring, supplierId, { fingerprint, sealed })).join('/'),
  }));
}
