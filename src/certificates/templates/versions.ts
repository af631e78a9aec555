/** The versions of a product's template. */
import { fitsPlatformCodes } from '../../catalog/set-product.ts';
import { setTemplateVersion } from '../../catalog/set-template-version.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { ProductFacts } from './look.ts';
import type { TemplateFile } from './template-file.ts';
import { versionNotes } from './version-notes.ts';

/** The content of a product's next template version. */
interface NewVersion {
  productId: number;
  /** The product's fields before the change: how it was sold until now. */
  before: ProductFacts;
  after: ProductFacts;
  /** `kept`: the template of the previous version. */
  template: TemplateFile | null | 'kept';
  note: string;
}

export type TemplateSet =
  | { is: 'set'; version: number }
  | { is: 'no-product' }
  /** Its barcode cannot carry the numbers that the platform makes for this product. */
  | { is: 'barcode-unfit' };

/** Gives a product a template, or with null the plain design; returns the new version. */
export function setTemplate(
  db: DatabaseOrTx,
  productId: number,
  { template, note }: { template: TemplateFile | null; note: string },
  now: Date,
): Promise<TemplateSet> {
  return atomically(db, async (tx) => {
    const facts = (await lockFacts(tx, [productId])).get(productId);
    if (facts === undefined) return { is: 'no-product' };
    if (!(await templateFits(tx, productId, template))) return { is: 'barcode-unfit' };
    const [version = 0] = await addVersions(
      tx,
      [{ productId, before: facts, after: facts, template, note }],
      now,
    );
    return { is: 'set', version };
  });
}

/** Whether the barcode of a template can carry the codes of a product, as far as they are known: those that the platform makes. */
export async function templateFits(
  tx: Tx,
  productId: number,
  template: TemplateFile | null,
): Promise<boolean> {
  if (template?.barcode === undefined) return true;
  const { rows } = await tx.query<{ transfer_scheme: string }>(
    `select transfer_scheme from products where id = $1`,
    [productId],
  );
  return rows[0]?.transfer_scheme !== 'platform' || fitsPlatformCodes(template.barcode);
}

/**
 * Runs a change of products and keeps sold certificates as they were sold: if the change affects what a certificate
 * shows, the product gets a new version, and earlier certificates keep the old one.
 */
export async function keepingSold<Result>(
  tx: Tx,
  productIds: number[] | 'all',
  now: Date,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await lockFacts(tx, productIds);
  const result = await change();
  const after = await lockFacts(tx, [...before.keys()]);
  const changed = [...before].flatMap(([productId, facts]): NewVersion[] => {
    const said = after.get(productId);
    if (said === undefined || JSON.stringify(said) === JSON.stringify(facts)) return [];
    return [
      {
        productId,
        before: facts,
        after: said,
        template: 'kept',
        note: versionNotes.text({ is: 'changed' }, 'en'),
      },
    ];
  });
  await addVersions(tx, changed, now);
  return result;
}

/** Whatever else changes these products, or decides about their templates, waits. */
export async function lockFacts(tx: Tx, productIds: number[] | 'all'): Promise<Map<number, ProductFacts>> {
  const { rows } = await tx.query<ProductFacts & { id: number }>(
    `select id, title, brief, image_large as picture, disclaimer as terms, barcode_kind, barcode_of
     from products where $1::bigint[] is null or id = any($1) order by id for no key update`,
    [productIds === 'all' ? null : productIds],
  );
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

async function addVersions(tx: Tx, news: NewVersion[], now: Date): Promise<number[]> {
  if (news.length === 0) return [];
  const ids = news.map(({ productId }) => productId);
  const latest = await latestVersions(tx, ids);
  const rows = news.flatMap((one) => rowsOf(one, latest.get(one.productId) ?? null));
  await tx.query(
    `insert into templates (product_id, version, body, product, note, created_at)
     select product_id, version, body::json, product::jsonb, note, $6
     from unnest($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::text[]) as w (product_id, version, body, product, note)`,
    [...columnsOf(rows, ['productId', 'version', 'body', 'product', 'note']), now],
  );
  const versions = ids.map((id) => (latest.get(id)?.version ?? 1) + 1);
  await setTemplateVersion(tx, ids, versions);
  return versions;
}

interface VersionRow {
  productId: number;
  version: number;
  body: string | null;
  product: string;
  note: string;
}

/**
 * Writes the row of a new version, and before a product's first one a row with the look of its certificates until then.
 */
function rowsOf(
  { productId, before, after, template, note }: NewVersion,
  last: LastVersion | null,
): VersionRow[] {
  const first = {
    productId,
    version: 1,
    body: null,
    product: JSON.stringify(before),
    note: versionNotes.text({ is: 'before' }, 'en'),
  };
  const kept = last?.body ?? null;
  const next = {
    productId,
    version: (last?.version ?? 1) + 1,
    body: template === 'kept' ? kept : template && JSON.stringify(template),
    product: JSON.stringify(after),
    note,
  };
  return last === null ? [first, next] : [next];
}

interface LastVersion {
  version: number;
  body: string | null;
}

async function latestVersions(tx: Tx, productIds: number[]): Promise<Map<number, LastVersion>> {
  const { rows } = await tx.query<LastVersion & { id: number }>(
    `select distinct on (product_id) product_id as id, version, body::text as body from templates
     where product_id = any($1) order by product_id, version desc`,
    [productIds],
  );
  return new Map(rows.map(({ id, ...last }) => [id, last]));
}
