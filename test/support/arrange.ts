import assert from 'node:assert/strict';
import { addProduct as addProductTo } from '../../src/catalog/add-product.ts';
import { setBrand } from '../../src/catalog/brand.ts';
import { canBeVouchedFor, readOffers } from '../../src/catalog/judge-offers.ts';
import { calledSchemes } from '../../src/catalog/scheme.ts';
import type { ProductFields } from '../../src/catalog/set-product.ts';
import { markTested } from '../../src/catalog/supplier-agreement.ts';
import { vouchFor } from '../../src/catalog/vouches.ts';
import { addClient as register, type NewClient } from '../../src/clients/add-client.ts';
import type { Client } from '../../src/clients/client.ts';
import { setCredit } from '../../src/ledger/accounts.ts';
import { topUp } from '../../src/ledger/top-up.ts';
import { carryRuns, type DealingContext } from '../../src/orders/dealing/carry-runs.ts';
import { dealLimits } from '../../src/orders/dealing/deal-limits.ts';
import type { CellDatabases } from '../../src/platform/cells/open-cells.ts';
import { transaction, type Database, type Tx } from '../../src/platform/database/database.ts';
import type { Keyring } from '../../src/platform/secrets/keyring.ts';
import { addSupplier } from '../../src/catalog/supplier.ts';
import { importPool } from '../../src/vault/import-pool/import-pool.ts';
import type { PlainCode } from '../../src/vault/seal-code.ts';

/** Creates a test's clients, products and codes. */
export interface Place {
  db: Database;
  keyring: Keyring;
  now: () => Date;
  /** Where products and imports are written if `db` is a cell: what a cell needs of them is dealt to it. */
  centre?: Database;
  cells?: readonly CellDatabases[];
  cell?: number | null;
}

export interface ClientTraits extends Partial<NewClient> {
  balanceRoubles?: number;
  creditRoubles?: number;
}

const inTheYearBefore = new Date('2025-05-20T10:00:00+03:00');

/** By default a client with 100,000 roubles and no callback address. */
export async function addClient(
  place: Place,
  { balanceRoubles = 100_000, creditRoubles = 0, ...traits }: ClientTraits = {},
): Promise<Client & { secret: string }> {
  const agreement = {
    name: 'Подарки и точка',
    registeredAt: inTheYearBefore,
    testMode: false,
    delayedMode: false,
    callbackUrl: null,
    callbackFormat: 'form' as const,
    discountBasisPoints: 0,
    allowedNetworks: [],
    uuidRequired: false,
    postOnly: false,
    pricesInKopecks: false,
    ...traits,
  };
  return transaction(place.db, async (tx) => {
    const { id, secret } = await register(tx, place.keyring, agreement, place.now());
    await setCredit(tx, { clientId: id, creditKopecks: creditRoubles * 100 });
    if (balanceRoubles > 0) {
      const payment = { clientId: id, amountKopecks: balanceRoubles * 100, reference: 'first', note: 'test' };
      await topUp(tx, payment, place.now());
    }
    return { ...agreement, id, secret };
  });
}

export interface ProductTraits extends ProductFields {
  supplierName?: string;
  scheme?: 'pool' | 'platform' | 'api';
  facesRoubles?: number[];
  freeFaceRoubles?: { min: number; max: number; step: number };
  monthlyOrdersLimit?: number;
  monthlySumLimitRoubles?: number;
}

export interface TestProduct {
  id: number;
  supplierId: number;
  brandId: number;
}

let suppliersMade = 0;

/** A product with its own supplier and brand, on sale; one whose supplier is called, once its final test is green (`passTest`). */
export async function addProduct(place: Place, traits: ProductTraits = {}): Promise<TestProduct> {
  const { scheme = 'pool', facesRoubles = [500, 1000], freeFaceRoubles: free, ...rest } = traits;
  const { monthlyOrdersLimit = null, monthlySumLimitRoubles, supplierName, ...fields } = rest;
  suppliersMade += 1;
  // With as many digits each time: lists are sorted by names.
  const name = supplierName ?? `Поставщик ${process.pid}-${String(suppliersMade).padStart(5, '0')}`;
  const added = await transaction(place.centre ?? place.db, async (tx) => {
    const supplier = await addSupplier(tx, { name, contactEmail: 'codes@supplier.example' }, place.now());
    assert.ok(supplier.is === 'added');
    const { supplierId, brandId } = supplier;
    const monthlySumKopecks = monthlySumLimitRoubles === undefined ? null : monthlySumLimitRoubles * 100;
    const limits = { monthlyOrders: monthlyOrdersLimit, monthlySumKopecks };
    await setBrand(tx, { supplierId, name, limits });
    const product = await addProductTo(
      tx,
      {
        supplierId,
        scheme,
        facesKopecks: facesRoubles.map((face) => face * 100),
        freeFace: free && {
          minKopecks: free.min * 100,
          maxKopecks: free.max * 100,
          stepKopecks: free.step * 100,
        },
        fields: {
          title: 'Кофейня «Зерно»',
          issuerName: 'ООО «Зерно»',
          supportEmail: 'help@zerno.example',
          ...fields,
        },
      },
      place.now(),
    );
    assert.ok(product.is === 'added');
    const { productId } = product;
    const isCalled = scheme === 'api' || fields.activationScheme === 'api';
    // A choice certificate lacks what it is exchanged for.
    const isChoice = fields.digitalAcceptance === 'exchange';
    if (!isCalled && !isChoice) await offerUntested(tx, [productId], place.now());
    return { id: productId, supplierId, brandId };
  });
  const dealing = dealingOf(place);
  if (dealing !== null) await dealLimits(dealing, [{ ...added, orders: 1, kopecks: 100, least: 100 }]);
  return added;
}

/** Without a final test products are offered on somebody's word, as an operator gives it. */
export async function offerUntested(tx: Tx, productIds: number[], now: Date): Promise<void> {
  const word = { byName: 'Вера Ручалова', reason: 'Сертификаты принимает сам тест.' };
  const vouched = await vouchFor(tx, { productIds, ...word }, now);
  assert.equal(vouched.is, 'vouched', JSON.stringify(vouched));
}

/** Vouches for all products for which somebody can. */
export async function offerAllUntested(tx: Tx, now: Date): Promise<void> {
  const products = (await readOffers(tx, 'all')).filter(canBeVouchedFor);
  await offerUntested(
    tx,
    products.map(({ productId }) => productId),
    now,
  );
}

/** The final test of all schemes that `supplier certify` looks at. */
export const passTest = (
  tx: Tx,
  supplierId: number,
  now: Date,
  { green = true, oddBarcodes = false } = {},
): Promise<unknown> =>
  markTested(tx, supplierId, { schemes: [...calledSchemes, 'platform/none'], green, oddBarcodes }, now);

/** Null: the place is no cell, or its test deals. */
function dealingOf({ db, centre, cells = [], cell = null, keyring, now }: Place): DealingContext | null {
  if (centre === undefined || cell === null) return null;
  return { db, cells, cell, keyring, clock: { now }, crashPoint: () => {} };
}

export interface TestCode extends PlainCode {
  /** `YYYY-MM-DD`, the last Moscow day. */
  expiry?: string;
  /** Its supplier does not accept it yet. */
  inactive?: boolean;
}

let codesMade = 0;

/** `count` unique codes. */
export const freshCodes = (count: number): TestCode[] =>
  Array.from({ length: count }, () => {
    codesMade += 1;
    return {
      number: `77${process.pid}${String(codesMade).padStart(8, '0')}`,
      pin: String(1000 + (codesMade % 9000)),
    };
  });

/** Loads codes into the pool of a product's face; `afterwards` runs in the same transaction, unless the place is a cell. */
export async function addCodes(
  place: Place,
  product: Pick<TestProduct, 'id'>,
  faceRoubles: number,
  codes: TestCode[],
  afterwards: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const headings = { line: 1, cells: ['Номер', 'ПИН', 'Действует до', 'Активен'] };
  const rows = codes.map(({ number, pin, expiry, inactive }, index) => ({
    line: index + 2,
    cells: [number, pin, expiry ?? null, inactive === true ? 'нет' : 'да'],
  }));
  const dealing = dealingOf(place);
  await transaction(place.centre ?? place.db, async (tx) => {
    const outcome = await importPool(
      tx,
      place.keyring,
      {
        productId: product.id,
        fileName: 'codes.csv',
        rows: oneBatch([headings, ...rows]),
        faceKopecks: faceRoubles * 100,
        asGiven: true,
      },
      place.now(),
    );
    assert.equal(outcome.is, 'loaded', JSON.stringify(outcome));
    // Whoever waits in a cell is woken there, when the codes arrive.
    if (dealing === null) await afterwards(tx);
  });
  if (dealing !== null) await carryRuns(dealing, [product.id]);
}

async function* oneBatch<Batch>(batch: Batch): AsyncGenerator<Batch> {
  yield await Promise.resolve(batch);
}
