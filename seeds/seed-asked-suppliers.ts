import { addProduct } from '../src/catalog/add-product.ts';
import { setBrand } from '../src/catalog/brand.ts';
import { markCertified } from '../src/catalog/supplier-agreement.ts';
import { addSupplier } from '../src/catalog/supplier.ts';
import { transaction, type Tx } from '../src/platform/database.ts';
import { kopecksPerRouble } from '../src/platform/money.ts';
import { issueIntegrationToken, keptIntegrationToken } from '../src/suppliers/integration-access.ts';
import { setAgreement } from '../src/suppliers/set-agreement.ts';
import { pictureUrl } from './demo-addresses.ts';
import type { DemoFacts } from './demo-facts.ts';
import { settingsFor } from './demo-world/agreement-with.ts';
import { askedSuppliers, type AskedSupplier } from './demo-world/asked-suppliers.ts';
import type { SeedingContext } from './seed-demo.ts';

const timeoutMs = 5000;

/**
 * Adds the suppliers that the simulator plays where they are missing, also to a demo world of before, and agrees with
 * all of them on the simulator's address of today. Their final test is taken as passed.
 */
export async function seedAskedSuppliers(
  { db, keyring, clock, config }: SeedingContext,
  facts: DemoFacts,
  simulatorUrl: string,
): Promise<DemoFacts> {
  if (config.production) throw new Error('The demo world is never made in production.');
  return transaction(db, async (tx) => {
    const now = clock.now();
    const suppliers: DemoFacts['suppliers'] = [...facts.suppliers];
    for (const asked of askedSuppliers) {
      const id = await supplierIdOf(tx, asked, config.baseUrl, now);
      const { protocol: adapter, key } = asked;
      const settings = settingsFor(adapter, simulatorUrl, key);
      const agreed = await setAgreement(
        tx,
        keyring,
        { supplierId: id, adapter, settings, idempotent: true, timeoutMs },
        now,
      );
      if (agreed.is !== 'set') throw new Error(`${asked.name} could not be agreed with: ${agreed.is}.`);
      if (agreed.agreement.certifiedAt === null) await markCertified(tx, id, now);
      suppliers.push({
        id,
        name: asked.name,
        scheme: 'api',
        simulator_url: `${simulatorUrl}/${adapter}/${key}`,
      });
    }
    for (const supplier of suppliers) {
      const kept = await keptIntegrationToken(tx, keyring, supplier.id);
      const ask = { supplierId: supplier.id, keep: true };
      const issued = kept === null ? await issueIntegrationToken(tx, keyring, ask, now) : null;
      supplier.integration_token = kept ?? (issued?.is === 'issued' ? issued.token : '');
    }
    return { ...facts, suppliers };
  });
}

async function supplierIdOf(tx: Tx, asked: AskedSupplier, baseUrl: string, now: Date): Promise<number> {
  const contactEmail = `codes@${asked.key}.example`;
  const added = await addSupplier(tx, { name: asked.name, contactEmail }, now);
  if (added.is === 'name-taken') {
    const { rows } = await tx.query<{ id: number }>(`select id from suppliers where name = $1`, [asked.name]);
    if (rows[0] === undefined) throw new Error(`The supplier ${asked.name} is missing.`);
    return rows[0].id;
  }
  await addProductOf(tx, added.supplierId, asked, baseUrl);
  return added.supplierId;
}

async function addProductOf(
  tx: Tx,
  supplierId: number,
  asked: AskedSupplier,
  baseUrl: string,
): Promise<void> {
  await setBrand(tx, { supplierId, name: asked.brand, limits: {} });
  const added = await addProduct(tx, {
    supplierId,
    brand: asked.brand,
    scheme: 'api',
    facesKopecks: asked.faces.map((face) => face * kopecksPerRouble),
    fields: {
      title: asked.title,
      code: asked.key,
      url: `https://facevalue.example/giftcards/${asked.key}`,
      brief: asked.brief,
      disclaimer: asked.terms,
      www: `https://${asked.key}.example`,
      images: {
        small: pictureUrl(baseUrl, asked.picture, 'small'),
        medium: pictureUrl(baseUrl, asked.picture, 'medium'),
        large: pictureUrl(baseUrl, asked.picture, 'large'),
      },
      categories: asked.categories,
      digitalAcceptance: 'any',
      barcodeKind: 'code128',
      barcodeOf: 'number',
      issuerName: asked.name,
      supportEmail: `help@${asked.key}.example`,
      supportUrl: `https://${asked.key}.example/help`,
    },
  });
  if (added.is !== 'added') throw new Error(`The product ${asked.key} could not be added.`);
}
