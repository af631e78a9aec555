/** Adds a supplier with one product to the demo, and what it agreed with the platform. */
import { addProduct } from '../src/catalog/add-product.ts';
import { setBrand } from '../src/catalog/brand.ts';
import type { ProductFields } from '../src/catalog/set-product.ts';
import { schemesTestedByHand, type Scheme } from '../src/catalog/scheme.ts';
import { markTested, markTestedByHand, readTests } from '../src/catalog/supplier-agreement.ts';
import { addSupplier } from '../src/catalog/supplier.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { Keyring } from '../src/platform/secrets/keyring.ts';
import { kopecksPerRouble } from '../src/platform/values/money.ts';
import type { ProtocolName } from '../simulators/supplier/start-simulator.ts';
import {
  issueIntegrationToken,
  keptIntegrationToken,
} from '../src/suppliers/used-export/integration-access.ts';
import { setAgreement } from '../src/suppliers/set-agreement.ts';
import { contactOf, pictureUrl } from './demo-addresses.ts';
import type { DemoFacts } from './demo-facts.ts';
import { settingsFor } from './demo-world/agreement-with.ts';
import type { AskedSupplier } from './demo-world/asked-suppliers.ts';

const timeoutMs = 5000;

/** A supplier with one product; the source of its codes is set separately. */
export type OneProductSupplier = Omit<AskedSupplier, 'protocol'>;

export interface Offer {
  scheme: 'api' | 'pool';
  fields?: Pick<ProductFields, 'activationScheme'>;
}

/** Adds the supplier with its product. If it already exists, it is not changed and no product is returned. */
export async function ensureSupplier(
  tx: Tx,
  supplier: OneProductSupplier,
  offer: Offer,
  baseUrl: string,
  now: Date,
): Promise<{ supplierId: number; productId: number | null }> {
  const contactEmail = contactOf(supplier.key);
  const added = await addSupplier(tx, { name: supplier.name, contactEmail }, now);
  if (added.is === 'added') {
    const { supplierId } = added;
    return { supplierId, productId: await addProductOf(tx, { supplierId, supplier, offer, baseUrl }, now) };
  }
  const { rows } = await tx.query<{ id: number }>(`select id from suppliers where name = $1`, [
    supplier.name,
  ]);
  if (rows[0] === undefined) throw new Error(`The supplier ${supplier.name} is missing.`);
  return { supplierId: rows[0].id, productId: null };
}

interface OfferedHere {
  supplierId: number;
  supplier: OneProductSupplier;
  offer: Offer;
  baseUrl: string;
}

async function addProductOf(
  tx: Tx,
  { supplierId, supplier, offer: { scheme, fields }, baseUrl }: OfferedHere,
  now: Date,
): Promise<number> {
  const { key, brand, picture } = supplier;
  await setBrand(tx, { supplierId, name: brand, limits: {} });
  const added = await addProduct(
    tx,
    {
      supplierId,
      brand,
      scheme,
      facesKopecks: supplier.faces.map((face) => face * kopecksPerRouble),
      fields: {
        title: supplier.title,
        code: key,
        url: `https://facevalue.example/giftcards/${key}`,
        brief: supplier.brief,
        disclaimer: supplier.terms,
        www: `https://${key}.example`,
        images: {
          small: pictureUrl(baseUrl, picture, 'small'),
          medium: pictureUrl(baseUrl, picture, 'medium'),
          large: pictureUrl(baseUrl, picture, 'large'),
        },
        categories: supplier.categories,
        digitalAcceptance: 'any',
        barcodeKind: 'code128',
        barcodeOf: 'number',
        issuerName: supplier.name,
        supportEmail: `help@${key}.example`,
        supportUrl: `https://${key}.example/help`,
        ...fields,
      },
    },
    now,
  );
  if (added.is !== 'added') throw new Error(`The product ${key} could not be added.`);
  return added.productId;
}

interface CalledSupplier {
  supplierId: number;
  key: string;
  protocol: ProtocolName;
  scheme: 'api/none' | 'pool/api';
}

/** Sets the agreement to the simulator's present address and counts its final test as passed; returns that address. */
export async function agreeWithSimulator(
  tx: Tx,
  keyring: Keyring,
  { supplierId, key, protocol, scheme }: CalledSupplier,
  simulatorUrl: string,
  now: Date,
): Promise<string> {
  const settings = settingsFor(protocol, simulatorUrl, key);
  const ask = { supplierId, adapter: protocol, settings, idempotent: true, timeoutMs };
  const agreed = await setAgreement(tx, keyring, ask, now);
  if (agreed.is !== 'set') throw new Error(`${key} could not be agreed with: ${agreed.is}.`);
  // A failed test of the operator's own stays failed.
  if (agreed.agreement.certifiedAt === null && agreed.agreement.lastTest?.green !== false)
    await markTested(tx, supplierId, { schemes: [scheme], green: true }, now);
  return `${simulatorUrl}/${protocol}/${key}`;
}

/** In the demo a final test counts as passed until the operator makes one. */
export async function countAsTested(tx: Tx, supplierId: number, scheme: Scheme, now: Date): Promise<void> {
  const tests = await readTests(tx, supplierId);
  if (tests.some((test) => test.scheme === scheme)) return;
  if (schemesTestedByHand.includes(scheme)) await markTestedByHand(tx, supplierId, scheme, now);
  else await markTested(tx, supplierId, { schemes: [scheme], green: true }, now);
}

/** Gives every supplier a token for the integration API, the same at every start. */
export async function withTokens(
  tx: Tx,
  keyring: Keyring,
  suppliers: DemoFacts['suppliers'],
  now: Date,
): Promise<DemoFacts['suppliers']> {
  const done: DemoFacts['suppliers'] = [];
  for (const supplier of suppliers) {
    const kept = await keptIntegrationToken(tx, keyring, supplier.id);
    const ask = { supplierId: supplier.id, keep: true };
    const issued = kept === null ? await issueIntegrationToken(tx, keyring, ask, now) : null;
    done.push({ ...supplier, integration_token: kept ?? (issued?.is === 'issued' ? issued.token : '') });
  }
  return done;
}
