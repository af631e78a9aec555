/** Acts of an operator on products, faces and templates. */
import { addProduct, type NewProduct, type ProductAdded } from '../../catalog/add-product.ts';
import { offerFaces, switchOffFaces, type FreeFace } from '../../catalog/face.ts';
import { findProduct } from '../../catalog/find-product.ts';
import type { ProductFields } from '../../catalog/set-product.ts';
import { operator } from '../../people/access/party.ts';
import { may, type Principal } from '../../people/access/principal.ts';
import { changeProduct } from '../../certificates/templates/change-catalog.ts';
import type { TemplateFile } from '../../certificates/templates/template-file.ts';
import { setTemplate } from '../../certificates/templates/versions.ts';
import { changedFields, recorded, supplierParty, type ActContext } from './recorded.ts';

export async function registerProduct(
  ctx: ActContext,
  principal: Principal,
  ask: NewProduct,
  now: Date,
): Promise<ProductAdded> {
  const party = supplierParty(ask.supplierId);
  if (!may(principal, 'products.change', party)) return { is: 'no-supplier' };
  return recorded<ProductAdded>(
    ctx,
    principal,
    async (tx) => {
      const outcome = await addProduct(tx, ask, now);
      if (outcome.is !== 'added') return { outcome, done: null };
      const after = { title: ask.fields.title, scheme: ask.scheme, facesKopecks: ask.facesKopecks };
      return { outcome, done: { party, act: 'product.added', about: `product ${outcome.productId}`, after } };
    },
    now,
  );
}

type ProductEdited = Awaited<ReturnType<typeof changeProduct>>;

/** Certificates that were sold keep what they were sold with. To put a product on sale is an act of its own. */
export async function editProduct(
  ctx: ActContext,
  principal: Principal,
  {
    productId,
    fields,
  }: { productId: number; fields: Omit<ProductFields, 'switchedOn'> & { switchedOn?: false } },
  now: Date,
): Promise<ProductEdited> {
  if (!may(principal, 'products.change', operator)) return 'no-product';
  return recorded<ProductEdited>(
    ctx,
    principal,
    async (tx) => {
      const before = await findProduct(tx, productId);
      if (before === null) return { outcome: 'no-product', done: null };
      const outcome = await changeProduct(tx, { productId, fields }, now);
      if (outcome !== 'set') return { outcome, done: null };
      const changed = changedFields({ ...before }, { ...fields });
      const party = supplierParty(before.supplierId);
      const about = `product ${productId}`;
      return { outcome, done: changed && { party, act: 'product.changed', about, ...changed } };
    },
    now,
  );
}

type FacesOffered = Awaited<ReturnType<typeof offerFaces>>;

export async function editFaces(
  ctx: ActContext,
  principal: Principal,
  ask: { productId: number; facesKopecks: number[]; free?: FreeFace | undefined },
  now: Date,
): Promise<FacesOffered> {
  if (!may(principal, 'products.change', operator)) return 'no-product';
  return recorded<FacesOffered>(
    ctx,
    principal,
    async (tx) => {
      const product = await findProduct(tx, ask.productId);
      const outcome = await offerFaces(tx, ask);
      if (outcome !== 'set' || product === null) return { outcome, done: null };
      const party = supplierParty(product.supplierId);
      const after = { facesKopecks: ask.facesKopecks, ...(ask.free === undefined ? {} : { free: ask.free }) };
      return { outcome, done: { party, act: 'product.faces-on', about: `product ${ask.productId}`, after } };
    },
    now,
  );
}

/** Disables faces; their codes stay in the pool. Returns how many were enabled. */
export async function dropFaces(
  ctx: ActContext,
  principal: Principal,
  { productId, facesKopecks }: { productId: number; facesKopecks: number[] },
  now: Date,
): Promise<number> {
  if (!may(principal, 'products.change', operator)) return 0;
  return recorded<number>(
    ctx,
    principal,
    async (tx) => {
      const product = await findProduct(tx, productId);
      const count = await switchOffFaces(tx, productId, facesKopecks);
      if (count === 0 || product === null) return { outcome: count, done: null };
      const party = supplierParty(product.supplierId);
      const about = `product ${productId}`;
      return { outcome: count, done: { party, act: 'product.faces-off', about, after: { facesKopecks } } };
    },
    now,
  );
}

type TemplatePublished = Awaited<ReturnType<typeof setTemplate>>;

/** Gives a product a template, or with null the plain design. */
export async function publishTemplate(
  ctx: ActContext,
  principal: Principal,
  { productId, template, note }: { productId: number; template: TemplateFile | null; note: string },
  now: Date,
): Promise<TemplatePublished> {
  if (!may(principal, 'templates.change', operator)) return { is: 'no-product' };
  return recorded<TemplatePublished>(
    ctx,
    principal,
    async (tx) => {
      const product = await findProduct(tx, productId);
      const outcome = await setTemplate(tx, productId, { template, note }, now);
      if (outcome.is !== 'set' || product === null) return { outcome, done: null };
      const party = supplierParty(product.supplierId);
      const after = { version: outcome.version, note };
      return { outcome, done: { party, act: 'template.set', about: `product ${productId}`, after } };
    },
    now,
  );
}
