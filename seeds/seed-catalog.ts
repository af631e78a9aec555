/** Adds the demo's suppliers, brands, categories and products. */
import { addAddresses } from '../src/catalog/add-addresses.ts';
import { addCategories } from '../src/catalog/add-categories.ts';
import { addProduct } from '../src/catalog/add-product.ts';
import { setBrand } from '../src/catalog/brand.ts';
import type { Validity } from '../src/catalog/set-product.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { kopecksPerRouble } from '../src/platform/values/money.ts';
import { moscowDay } from '../src/platform/time/moscow-time.ts';
import { addSupplier } from '../src/catalog/supplier.ts';
import { pictureUrl } from './demo-addresses.ts';
import { seedTemplate } from './seed-template.ts';
import { demoAddresses } from './demo-world/addresses.ts';
import { demoCategories } from './demo-world/categories.ts';
import type { DemoProduct } from './demo-world/product.ts';
import { demoProducts } from './demo-world/products.ts';
import {
  demoBrands,
  demoSuppliers,
  type DemoBrand,
  type DemoSupplier,
  type SupplierKey,
} from './demo-world/suppliers-and-brands.ts';

/** Address of the catalogue if the demo had a shop. */
const shop = 'https://facevalue.example';

export interface SeededProduct {
  productId: number;
  product: DemoProduct;
}

export async function seedCatalog(tx: Tx, baseUrl: string, now: Date): Promise<SeededProduct[]> {
  await addCategories(
    tx,
    demoCategories.map((category, index) => ({
      ...category,
      url: `${shop}/catalog/${category.code}`,
      sort: (index + 1) * 100,
    })),
  );
  const suppliers = await seedSuppliers(tx, now);
  const seeded: SeededProduct[] = [];
  for (const product of demoProducts) {
    const supplierId = suppliers.get(demoBrands[product.brand].supplier);
    if (supplierId === undefined) throw new Error(`The supplier of ${product.slug} is missing.`);
    seeded.push({ product, productId: await seedProduct(tx, baseUrl, supplierId, product, now) });
  }
  return seeded;
}

async function seedSuppliers(tx: Tx, now: Date): Promise<Map<SupplierKey, number>> {
  const ids = new Map<SupplierKey, number>();
  for (const [key, supplier] of Object.entries(demoSuppliers) as [SupplierKey, DemoSupplier][]) {
    const added = await addSupplier(tx, supplier, now);
    if (added.is !== 'added') throw new Error(`There is a supplier «${supplier.name}» already.`);
    ids.set(key, added.supplierId);
  }
  return ids;
}

async function seedProduct(
  tx: Tx,
  baseUrl: string,
  supplierId: number,
  product: DemoProduct,
  now: Date,
): Promise<number> {
  const brand: DemoBrand = demoBrands[product.brand];
  const supplier: DemoSupplier = demoSuppliers[brand.supplier];
  await setBrand(tx, {
    supplierId,
    name: brand.name,
    limits: { monthlyOrders: brand.monthlyOrdersLimit ?? null },
  });
  const added = await addProduct(
    tx,
    {
      supplierId,
      brand: brand.name,
      scheme: supplier.scheme,
      facesKopecks: product.faces.map(kopecks),
      fields: {
        title: product.title,
        code: product.slug,
        url: `${shop}/giftcards/${product.slug}`,
        brief: product.brief,
        disclaimer: product.terms,
        www: brand.www,
        catalogComment: product.catalogComment ?? '',
        categories: product.categories,
        digitalAcceptance: product.acceptance,
        inParts: product.inParts ?? false,
        validity: validityOf(product, now),
        barcodeKind: product.barcode.kind,
        barcodeOf: product.barcode.of,
        codeInLetter: product.codeInLetter ?? false,
        remindBeforeExpiry: product.validity.is === 'days',
        issuerName: supplier.name,
        issuerAddress: supplier.legalAddress,
        supportPhone: brand.supportPhone,
        supportEmail: brand.supportEmail,
        supportUrl: `${brand.www}/help`,
      },
    },
    now,
  );
  if (added.is !== 'added') throw new Error(`The product ${product.slug} could not be added.`);
  const { productId } = added;
  await setCatalogueExtras(tx, productId, product, brand, baseUrl);
  if (product.hasTemplate === true) await seedTemplate(tx, productId, product.slug, now);
  await addAddresses(
    tx,
    (demoAddresses[product.slug] ?? []).map((place) => ({ ...place, productId })),
  );
  return productId;
}

/** Fields that only an imported catalogue has: pictures in three sizes, limits of amounts and the like. */
async function setCatalogueExtras(
  tx: Tx,
  productId: number,
  product: DemoProduct,
  brand: DemoBrand,
  baseUrl: string,
): Promise<void> {
  await tx.query(
    `update products
     set image_small = $2, image_medium = $3, image_large = $4, certificates_in_one_purchase = $5,
       face_step_kopecks = $6, face_min_kopecks = $7, face_max_kopecks = $8
     where id = $1`,
    [
      productId,
      pictureUrl(baseUrl, brand.picture, 'small'),
      pictureUrl(baseUrl, brand.picture, 'medium'),
      pictureUrl(baseUrl, brand.picture, 'large'),
      product.perPurchase,
      kopecks(product.step),
      kopecks(product.least),
      kopecks(product.most),
    ],
  );
}

const kopecks = (roubles: number): number => roubles * kopecksPerRouble;

function validityOf({ validity }: DemoProduct, now: Date): Validity {
  if (validity.is !== 'next-year-end') return validity;
  return { is: 'fixed', until: `${Number(moscowDay(now).slice(0, 4)) + 1}-12-31` };
}
