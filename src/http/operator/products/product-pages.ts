/** `/o/products`: what is sold, at which faces, and how it looks. */
import type { FastifyInstance } from 'fastify';
import { dropFaces, editFaces, editProduct, publishTemplate } from '../../../acts/catalog/product-acts.ts';
import { illustrateProducts } from '../../../acts/catalog/picture-acts.ts';
import { uploadLabels } from '../../../acts/catalog/picture-problems.ts';
import { countAddressesOf } from '../../../catalog/addresses/list-address-page.ts';
import { countExchangeList } from '../../../catalog/exchange-list.ts';
import { findCategories } from '../../../catalog/find-category.ts';
import { findProduct } from '../../../catalog/find-product.ts';
import { readOffers } from '../../../catalog/judge-offers.ts';
import { maxUploadBytes } from '../../../certificates/documents/pictures/make-pictures.ts';
import { listTemplates } from '../../../certificates/templates/list-templates.ts';
import { problemsText } from '../../../acts/template-drafts/problems-text.ts';
import { readTemplate } from '../../../certificates/templates/read-template.ts';
import { line } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { acceptUploads, readUpload } from '../../../web/uploads.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { readFaces, readKopecks } from '../read-kopecks.ts';
import { addExchangePages } from './exchange-page.ts';
import { productLabels } from './labels.ts';
import { addProductList, besideProduct } from './list-page.ts';
import { addNewProduct } from './new-page.ts';
import { pictureLabels } from './picture-card.ts';
import { refusedAt } from './product-fields.ts';
import { readProduct } from './product-form.ts';
import { productView, type ProductData } from './product-view.ts';
import { addSaleActs } from './sale-acts.ts';

const path = '/o/products/:id';
const versionsShown = 10;
const mostFaces = 50;
const longestNote = 200;

export async function addProducts(scope: FastifyInstance, pages: OperatorPages): Promise<void> {
  await acceptUploads(scope);
  addProductList(pages);
  addNewProduct(pages);
  pages.page<ProductData>({
    path,
    needs: 'catalogue.read',
    load,
    view: (data, call) => productView(data, call),
  });
  const change = { needs: 'products.change', leadsTo: 'nothing', undone: 'pages' } as const;
  pages.act({ ...change, path, act: save });
  pages.act({ ...change, path: `${path}/faces`, act: addFaces });
  pages.act({ ...change, path: `${path}/faces/off`, act: dropFace });
  pages.act({ ...change, path: `${path}/picture`, act: putPicture });
  addSaleActs(pages, again);
  addExchangePages(pages);
  pages.act({
    path: `${path}/template`,
    needs: 'templates.change',
    leadsTo: 'nothing',
    undone: 'pages',
    judged: { fields: { note: line({ most: longestNote }) }, again },
    act: publish,
  });
}

const productIn = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;
const pathOf = (call: OperatorCall): string => `/o/products/${productIn(call)}`;

async function load(call: OperatorCall): Promise<ProductData | null> {
  const { ctx } = call;
  const product = await findProduct(ctx.pageDb, productIn(call));
  if (product === null) return null;
  const ask = { productId: product.productId, limit: versionsShown };
  const [versions, categories, addresses, [offer], exchange, beside] = await Promise.all([
    listTemplates(ctx.pageDb, ask),
    findCategories(ctx.pageDb),
    countAddressesOf(ctx.pageDb, product.productId),
    readOffers(ctx.pageDb, { productIds: [product.productId] }),
    countExchangeList(ctx.pageDb, product.productId),
    besideProduct(call, product.productId),
  ]);
  return offer === undefined ? null : { product, offer, versions, categories, addresses, exchange, beside };
}

async function again(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  const data = await load(call);
  if (data === null) return { is: 'missing' };
  return { is: 'wrong', page: productView(data, call, { errors, typed: call.form }) };
}

const done = (call: OperatorCall, text: string): ActEnd => ({
  is: 'done',
  to: pathOf(call),
  flash: { kind: 'yes', text },
});

async function save(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const labels = productLabels[language];
  const product = await findProduct(ctx.pageDb, productIn(call));
  if (product === null) return { is: 'missing' };
  const read = readProduct(call, product);
  if ('errors' in read) return again(call, read.errors);
  const { productId } = product;
  const edited = await editProduct(ctx, principal, { productId, fields: read.fields }, now);
  if (edited === 'no-product') return { is: 'missing' };
  if (edited !== 'set') return again(call, { [refusedAt[edited]]: labels.refused[edited] });
  return done(call, labels.saved);
}

async function putPicture(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, request, now, language } = call;
  const { problems } = uploadLabels[language];
  const brought = await readUpload(request, maxUploadBytes);
  if ('is' in brought) return again(call, { picture: problems[brought.is] });
  const ask = {
    productId: productIn(call),
    ofBrand: brought.fields.get('ofBrand') === 'yes',
    upload: brought.bytes,
    baseUrl: ctx.config.baseUrl,
  };
  const set = await illustrateProducts(ctx, principal, ask, now);
  if (set.is === 'no-product') return { is: 'missing' };
  if (set.is === 'refused') return again(call, { picture: problems[set.why] });
  return done(call, pictureLabels[language].set(set.products));
}

/** `100-15000/50`. */
function freeIn(text: string): { minKopecks: number; maxKopecks: number; stepKopecks: number } | null {
  const [, least = '', most = '', step = '1'] = /^([^-/]+)-([^-/]+)(?:\/([^-/]+))?$/.exec(text) ?? [];
  const [minKopecks, maxKopecks, stepKopecks] = [readKopecks(least), readKopecks(most), readKopecks(step)];
  if (minKopecks === null || maxKopecks === null || stepKopecks === null || minKopecks > maxKopecks)
    return null;
  return { minKopecks, maxKopecks, stepKopecks };
}

async function addFaces(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = productLabels[language];
  const faces = readFaces(form.get('faces') ?? '');
  if (faces === null || faces.length > mostFaces) return again(call, { faces: labels.problems.faces });
  const range = (form.get('free') ?? '').replaceAll(/\s/g, '');
  const free = range === '' ? undefined : freeIn(range);
  if (free === null) return again(call, { free: labels.problems.free });
  if (faces.length === 0 && free === undefined) return again(call, { faces: labels.problems.faces });
  const ask = { productId: productIn(call), facesKopecks: faces, free };
  const edited = await editFaces(ctx, principal, ask, now);
  if (edited === 'no-product') return { is: 'missing' };
  if (edited === 'not-for-pools') return again(call, { free: labels.notForPools });
  return done(call, labels.saved);
}

async function dropFace(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const face = form.get('face') === '0' ? 0 : idIn(form.get('face'));
  if (face === null) return { is: 'missing' };
  const ask = { productId: productIn(call), facesKopecks: [face] };
  const count = await dropFaces(ctx, principal, ask, now);
  return count === 0 ? { is: 'missing' } : done(call, productLabels[language].saved);
}

async function publish(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const text = (form.get('template') ?? '').trim();
  const reading = text === '' ? null : readTemplate(Buffer.from(text));
  if (reading?.is === 'wrong') {
    return again(call, { template: problemsText(reading.problems, language) });
  }
  const note = (form.get('note') ?? '').trim();
  const ask = { productId: productIn(call), template: reading?.template ?? null, note };
  const set = await publishTemplate(ctx, principal, ask, now);
  switch (set.is) {
    case 'set':
      return done(call, productLabels[language].saved);
    case 'barcode-unfit':
      return again(call, { template: productLabels[language].refused['barcode-unfit'] });
    case 'no-product':
      return { is: 'missing' };
  }
}
