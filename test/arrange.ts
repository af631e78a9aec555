import type { CallbackFormat, Client } from '../src/clients/client.ts';
import { callbackSecretContext } from '../src/callbacks/webhook-signature.ts';
import { openAccounts } from '../src/ledger/accounts.ts';
import { setCredit } from '../src/ledger/credit.ts';
import { topUp } from '../src/ledger/top-up.ts';
import { transaction, type Database } from '../src/platform/database.ts';
import type { Keyring } from '../src/platform/keyring.ts';
import { sealCode, type PlainCode } from '../src/vault/seal-code.ts';

/** Where a test's clients, products and codes are put. */
export interface Place {
  db: Database;
  keyring: Keyring;
  now: () => Date;
}

export interface ClientTraits {
  name?: string;
  registeredAt?: Date;
  testMode?: boolean;
  delayedMode?: boolean;
  callbackUrl?: string | null;
  callbackFormat?: CallbackFormat;
  discountBasisPoints?: number;
  balanceRoubles?: number;
  creditRoubles?: number;
}

export async function addClient(place: Place, traits: ClientTraits = {}): Promise<Client> {
  const agreement = {
    name: traits.name ?? 'Подарки и точка',
    registeredAt: traits.registeredAt ?? new Date('2024-05-20T10:00:00+03:00'),
    testMode: traits.testMode ?? false,
    delayedMode: traits.delayedMode ?? false,
    callbackUrl: traits.callbackUrl ?? null,
    callbackFormat: traits.callbackFormat ?? ('form' as const),
    discountBasisPoints: traits.discountBasisPoints ?? 0,
  };
  return transaction(place.db, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `insert into clients (name, registered_at, test_mode, delayed_mode, callback_url, callback_format,
         discount_basis_points, callback_secret)
       values ($1, $2, $3, $4, $5, $6, $7, '') returning id`,
      Object.values(agreement),
    );
    const clientId = rows[0]?.id ?? 0;
    const secret = place.keyring.seal('whsec_dGVzdA==', callbackSecretContext(clientId));
    await tx.query(`update clients set callback_secret = $2 where id = $1`, [clientId, secret]);
    await openAccounts(tx, clientId);
    await setCredit(tx, { clientId, creditKopecks: (traits.creditRoubles ?? 0) * 100 });
    const amountKopecks = (traits.balanceRoubles ?? 100_000) * 100;
    if (amountKopecks > 0) await topUp(tx, { clientId, amountKopecks, note: 'test' }, place.now());
    return { id: clientId, ...agreement, allowedNetworks: [] };
  });
}

export interface ProductTraits {
  title?: string;
  scheme?: 'pool' | 'platform';
  facesRoubles?: number[];
  /** Bounds of a free amount; it is offered when they are given. */
  freeFaceRoubles?: { min: number; max: number; step: number };
  validity?: { until: string } | { days: number } | 'unlimited';
  monthlyOrdersLimit?: number;
  monthlySumLimitRoubles?: number;
  codeInLetter?: boolean;
}

export interface TestProduct {
  id: number;
  supplierId: number;
  brandId: number;
}

/** A product with a supplier and a brand of its own. */
export async function addProduct(place: Place, traits: ProductTraits = {}): Promise<TestProduct> {
  const { scheme = 'pool', facesRoubles = [500, 1000], freeFaceRoubles, validity = 'unlimited' } = traits;
  return transaction(place.db, async (tx) => {
    const suppliers = await tx.query<{ id: number }>(
      `insert into suppliers (name, created_at) values ('Поставщик ' || gen_random_uuid(), $1) returning id`,
      [place.now()],
    );
    const supplierId = suppliers.rows[0]?.id ?? 0;
    const sumLimit = traits.monthlySumLimitRoubles;
    const brands = await tx.query<{ id: number }>(
      `insert into brands (supplier_id, name, monthly_orders_limit, monthly_sum_limit_kopecks)
       values ($1, 'Марка', $2, $3) returning id`,
      [supplierId, traits.monthlyOrdersLimit ?? null, sumLimit === undefined ? null : sumLimit * 100],
    );
    const brandId = brands.rows[0]?.id ?? 0;
    const limited = validity === 'unlimited' ? {} : validity;
    const products = await tx.query<{ id: number }>(
      `insert into products (supplier_id, brand_id, title, transfer_scheme, validity, valid_until, validity_days,
         face_min_kopecks, face_max_kopecks, face_step_kopecks, code_in_letter, issuer_name, support_email)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'ООО «Марка»', 'help@brand.example') returning id`,
      [
        supplierId,
        brandId,
        traits.title ?? 'Кофейня «Зерно»',
        scheme,
        validity === 'unlimited' ? 'unlimited' : 'until' in validity ? 'fixed' : 'days',
        'until' in limited ? limited.until : null,
        'days' in limited ? limited.days : null,
        (freeFaceRoubles?.min ?? 0) * 100,
        (freeFaceRoubles?.max ?? 0) * 100,
        (freeFaceRoubles?.step ?? 1) * 100,
        traits.codeInLetter ?? false,
      ],
    );
    const id = products.rows[0]?.id ?? 0;
    const faces = freeFaceRoubles === undefined ? facesRoubles : [0, ...facesRoubles];
    await tx.query(`insert into faces (product_id, face_kopecks) select $1, unnest($2::bigint[])`, [
      id,
      faces.map((face) => face * 100),
    ]);
    return { id, supplierId, brandId };
  });
}

let codesMade = 0;

/** `count` codes that no other call gives. */
export const freshCodes = (count: number): TestCode[] =>
  Array.from({ length: count }, () => {
    codesMade += 1;
    return {
      number: `77${process.pid}${String(codesMade).padStart(8, '0')}`,
      pin: String(codesMade % 10_000),
    };
  });

export interface TestCode extends PlainCode {
  expiresAt?: Date;
}

/** Puts codes at the end of the pool of a product's face. */
export async function addCodes(
  place: Place,
  product: TestProduct,
  faceRoubles: number,
  codes: TestCode[],
): Promise<void> {
  const pile = [product.supplierId, product.id, faceRoubles * 100];
  const sealed = codes.map((code) =>
    sealCode(place.keyring, product.supplierId, { number: code.number, pin: code.pin }),
  );
  await transaction(place.db, async (tx) => {
    await tx.query(
      `insert into stock (supplier_id, product_id, face_kopecks) values ($1, $2, $3) on conflict do nothing`,
      pile,
    );
    const { rows } = await tx.query<{ last_position: number }>(
      `update stock set last_position = last_position + $4, free = free + $4
       where supplier_id = $1 and product_id = $2 and face_kopecks = $3 returning last_position - $4 as last_position`,
      [...pile, codes.length],
    );
    const before = rows[0]?.last_position ?? 0;
    await tx.query(
      `insert into codes (supplier_id, product_id, face_kopecks, position, state, sealed, fingerprint, expires_at)
       select $1, $2, $3, $4 + place, 'free', sealed, fingerprint, expires_at
       from unnest($5::bytea[], $6::bytea[], $7::timestamptz[]) with ordinality as w (sealed, fingerprint, expires_at, place)`,
      [
        ...pile,
        before,
        sealed.map((code) => code.sealed),
        sealed.map((code) => code.fingerprint),
        codes.map((code) => code.expiresAt ?? null),
      ],
    );
  });
}
