/** The codes in the demo's pools. */
import type { Tx } from '../src/platform/database/database.ts';
import type { Keyring } from '../src/platform/secrets/keyring.ts';
import type { TableRow } from '../src/platform/spreadsheet/table-row.ts';
import { importPool } from '../src/vault/import-pool/import-pool.ts';
import { distinct } from './demo-world/code-forms.ts';
import type { DemoPool } from './demo-world/product.ts';
import type { SeededProduct } from './seed-catalog.ts';

const rowsInBatch = 1000;

/** Progress: how many codes of how many have been loaded. */
export type OnProgress = (progress: { done: number; total: number }) => void;

/** Fills the pools by the same verb as suppliers' files; the codes are random. */
export async function seedPools(
  tx: Tx,
  keyring: Keyring,
  products: SeededProduct[],
  onProgress: OnProgress,
  now: Date,
): Promise<void> {
  const total = products.reduce((sum, { product }) => sum + (product.pool ? codesIn(product.pool) : 0), 0);
  let done = 0;
  onProgress({ done, total });
  for (const { productId, product } of products) {
    if (product.pool === null) continue;
    const before = done;
    const outcome = await importPool(
      tx,
      keyring,
      {
        productId,
        fileName: `${product.slug}.xlsx`,
        rows: poolTable(product.pool),
        // A random number may look like a masked one (7XXXX).
        asGiven: true,
        onRows: (rows) => onProgress({ done: before + rows, total }),
      },
      now,
    );
    if (outcome.is !== 'loaded') throw new Error(`The pool of ${product.slug} was not loaded.`);
    done += outcome.report.loaded;
  }
}

function codesIn(pool: DemoPool): number {
  return Object.values(pool.stock).reduce((sum, count) => sum + count, 0);
}

/** A supplier's spreadsheet, as it would be read from a file. */
export async function* poolTable(pool: DemoPool): AsyncGenerator<TableRow[]> {
  const faces = Object.entries(pool.stock).flatMap(([face, count]) => Array<string>(count).fill(face));
  const numbers = distinct(pool.number, faces.length);
  const rows: TableRow[] = numbers.map((number, index) => ({
    line: index + 2,
    cells: [number, pool.pin(), faces[index] ?? null],
  }));
  rows.unshift({ line: 1, cells: ['Номер', 'ПИН', 'Номинал'] });
  for (let from = 0; from < rows.length; from += rowsInBatch) yield rows.slice(from, from + rowsInBatch);
}
