import assert from 'node:assert/strict';
import type { ParsedMail } from 'mailparser';
import { readTable } from '../../../src/platform/spreadsheet/read-table.ts';
import type { Cell } from '../../../src/platform/spreadsheet/table-row.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { setSchedule, type ScheduleFields } from '../../../src/suppliers/activation/schedule.ts';
import { importPool } from '../../../src/vault/import-pool/import-pool.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshCodes, type ProductTraits, type TestCode, type TestProduct } from '../../support/arrange.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import type { TestClient } from '../../support/test-client.ts';

/** A world with one supplier whose inactive codes are activated by letter. */
export interface ActivationWorld extends AsyncDisposable {
  world: TestWorld;
  shop: TestClient;
  product: TestProduct;
  codes: TestCode[];
  /** Places and issues orders of 500 roubles; returns their queue ids. */
  sell(count: number): Promise<number[]>;
  /** Letters received by an employee, oldest first. */
  lettersTo(address: string): ParsedMail[];
  schedule(fields: ScheduleFields): Promise<void>;
}

export const employee = 'activate@supplier.example';

/** Default: Saturday noon. */
export async function activationWorld(
  traits: ProductTraits = {},
  settings: Record<string, string> = {},
  start?: string,
): Promise<ActivationWorld> {
  const world = await testWorld(settings, start);
  const shop = await world.client();
  let sales = 0;
  const product = await world.product({ activationScheme: 'letter', ...traits });
  const codes = freshCodes(20);
  await loadInactive(world, product, codes);
  const schedule = async (fields: ScheduleFields): Promise<void> => {
    const outcome = await transaction(world.ctx.db, (tx) =>
      setSchedule(tx, product.supplierId, fields, world.clock.now()),
    );
    assert.equal(outcome.is, 'set');
  };
  await schedule({ addresses: [employee] });
  return {
    world,
    shop,
    product,
    codes,
    schedule,
    async sell(count) {
      const ids: number[] = [];
      for (let index = 0; index < count; index += 1) {
        sales += 1;
        const uuid = `sale-${sales}`;
        const email_to = `anna+${index}@mail.example`;
        ids.push(await shop.makeOrder({ uuid, product_id: product.id, face: 500, email_to }));
      }
      await world.settle();
      return ids;
    },
    lettersTo: (address) =>
      world.mail.letters.filter(({ to }) => [to].flat().some((one) => one?.text === address)),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

export async function loadInactive(world: TestWorld, product: TestProduct, codes: TestCode[]): Promise<void> {
  const rows = codes.map(({ number, pin }, index) => ({ line: index + 2, cells: [number, pin] }));
  const { db, keyring } = world.ctx;
  const outcome = await transaction(db, (tx) =>
    importPool(
      tx,
      keyring,
      {
        productId: product.id,
        fileName: 'inactive.csv',
        rows: oneBatch([{ line: 1, cells: ['Номер', 'ПИН'] }, ...rows]),
        faceKopecks: 50_000,
        activity: 'all-inactive',
      },
      world.clock.now(),
    ),
  );
  assert.equal(outcome.is, 'loaded');
}

async function* oneBatch<Batch>(batch: Batch): AsyncGenerator<Batch> {
  yield await Promise.resolve(batch);
}

/** The rows of the workbook attached to a letter, without the heading. */
export async function attachedTable(letter: ParsedMail): Promise<Cell[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-letter-'));
  const file = join(folder, 'table.xlsx');
  const [attachment] = letter.attachments;
  assert.ok(attachment !== undefined && attachment.filename?.endsWith('.xlsx') === true);
  writeFileSync(file, attachment.content);
  const rows: Cell[][] = [];
  for await (const batch of readTable(file, {})) rows.push(...batch.map(({ cells }) => cells));
  rmSync(folder, { recursive: true });
  return rows.slice(1);
}

/** The path of the confirmation page linked in a letter. */
export function linkIn(letter: ParsedMail): string {
  const link = /\/activation\/[\w-]{22}/.exec(letter.text ?? '')?.[0];
  return link ?? assert.fail('the letter has no link');
}

export async function press(world: TestWorld, path: string, form: [string, string][]): Promise<string> {
  const response = await fetch(`${world.baseUrl}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  assert.equal(response.status, 200);
  return response.text();
}
