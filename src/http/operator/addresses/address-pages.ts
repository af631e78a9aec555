/** `/o/products/:id/addresses`: where a product is accepted; listed, changed, imported with a preview, exported. */
import type { FastifyInstance } from 'fastify';
import {
  addAddress,
  editAddress,
  importPreviewed,
  previewAddresses,
} from '../../../acts/catalog/address-acts.ts';
import { addressFile } from '../../../catalog/addresses/address-file.ts';
import { countAddressesOf, listAddressPage } from '../../../catalog/addresses/list-address-page.ts';
import { readAddresses, type AddressesRead } from '../../../catalog/addresses/read-addresses.ts';
import { findAddresses, type StoredAddress } from '../../../catalog/addresses/set-addresses.ts';
import { findProduct } from '../../../catalog/find-product.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { readTable } from '../../../platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../../platform/spreadsheet/table-file.ts';
import { TableProblem } from '../../../platform/spreadsheet/table-problem.ts';
import { searchIn } from '../../../web/shell/filters-view.ts';
import { listed, listLength, sliceOf } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { acceptUploads, readUpload } from '../../../web/uploads.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { readAddress } from './address-form.ts';
import {
  addressesPath,
  addressesView,
  addressView,
  previewView,
  problemsView,
  type AddressList,
  type Typed,
} from './address-view.ts';
import { addressLabels } from './labels.ts';
import { tableReasons, type TableReason } from '../../../platform/spreadsheet/table-reasons.ts';

const path = '/o/products/:id/addresses';
/** 20,000 addresses take about 3 MB. */
const maxFileBytes = 5_000_000;

export async function addAddressPages(scope: FastifyInstance, pages: OperatorPages): Promise<void> {
  await acceptUploads(scope);
  pages.page<AddressList>({
    path,
    needs: 'catalogue.read',
    load,
    view: (data, call) => addressesView(data, call),
  });
  pages.act({ path, needs: 'products.change', leadsTo: 'nothing', undone: 'pages', act: add });
  pages.act({
    path: `${path}/file`,
    needs: 'catalogue.read',
    leadsTo: 'nothing',
    undone: 'nothing',
    makesFile: true,
    act: download,
  });
  pages.act({
    path: `${path}/preview`,
    needs: 'products.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: preview,
  });
  pages.act({
    path: `${path}/import`,
    needs: 'products.change',
    leadsTo: 'nothing',
    undone: 'shown-first',
    act: importIt,
  });
  pages.page<OneAddress>({
    path: `${path}/:address`,
    needs: 'products.change',
    load: loadOne,
    view: (one, call) => addressView(one, call),
  });
  const change = { needs: 'products.change', leadsTo: 'nothing', undone: 'pages' } as const;
  pages.act({ ...change, path: `${path}/:address`, act: save });
  pages.act({ ...change, path: `${path}/:address/remove`, act: remove });
}

const productIn = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;
const addressIn = ({ params }: OperatorCall): number => idIn(params['address']) ?? 0;
const listOf = (call: OperatorCall): string => addressesPath(productIn(call));

async function load(call: OperatorCall): Promise<AddressList | null> {
  const { ctx, query } = call;
  const productId = productIn(call);
  const product = await findProduct(ctx.pageDb, productId);
  if (product === null) return null;
  const [wanted, slice] = [searchIn(query), sliceOf(query)];
  const [rows, total] = await Promise.all([
    listAddressPage(ctx.pageDb, { productId, wanted, slice, limit: listLength + 1 }),
    countAddressesOf(ctx.pageDb, productId),
  ]);
  return { productId, product: product.title, wanted, total, list: listed(rows, slice, ({ id }) => id) };
}

interface OneAddress {
  address: StoredAddress;
  product: string;
}

async function loadOne(call: OperatorCall): Promise<OneAddress | null> {
  const { ctx } = call;
  const product = await findProduct(ctx.pageDb, productIn(call));
  const stored = await findAddresses(ctx.pageDb, [productIn(call)]);
  const address = stored.find(({ id }) => id === addressIn(call));
  return product === null || address === undefined ? null : { address, product: product.title };
}

const done = (to: string, text: string, kind: 'yes' | 'no' = 'yes'): ActEnd => ({
  is: 'done',
  to,
  flash: { kind, text },
});

async function listAgain(
  call: OperatorCall,
  typed: Typed,
  notice?: ReturnType<typeof problemsView>,
): Promise<ActEnd> {
  const data = await load(call);
  return data === null ? { is: 'missing' } : { is: 'wrong', page: addressesView(data, call, typed, notice) };
}

async function add(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = addressLabels[language];
  const read = readAddress(form, productIn(call), language);
  if ('errors' in read) return listAgain(call, { errors: read.errors, form });
  const added = await addAddress(ctx, principal, read.address, now);
  if (added.is === 'known') return listAgain(call, { errors: { address: labels.known }, form });
  return added.is === 'set' ? done(listOf(call), labels.added) : { is: 'missing' };
}

async function save(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = addressLabels[language];
  const one = await loadOne(call);
  if (one === null) return { is: 'missing' };
  const again = (errors: Typed['errors']): ActEnd => ({
    is: 'wrong',
    page: addressView(one, call, { errors, form }),
  });
  const read = readAddress(form, productIn(call), language);
  if ('errors' in read) return again(read.errors);
  const ask = { productId: productIn(call), id: addressIn(call), to: read.address };
  const edited = await editAddress(ctx, principal, ask, now);
  if (edited.is === 'known') return again({ address: labels.known });
  return edited.is === 'changed' ? done(listOf(call), labels.saved) : { is: 'missing' };
}

async function remove(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const ask = { productId: productIn(call), id: addressIn(call), to: null };
  const removed = await editAddress(ctx, principal, ask, now);
  return removed.is === 'changed' ? done(listOf(call), addressLabels[language].removed) : { is: 'missing' };
}

async function download(call: OperatorCall): Promise<ActEnd> {
  const { ctx, form } = call;
  const productId = productIn(call);
  const addresses = await findAddresses(ctx.pageDb, [productId]);
  if (addresses.length === 0) return { is: 'missing' };
  const format = form.get('format') === 'xlsx' ? 'xlsx' : 'csv';
  const contentType =
    format === 'csv'
      ? 'text/csv; charset=utf-8'
      : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const name = `addresses-${productId}.${format}`;
  return { is: 'file', file: { name, contentType, bytes: addressFile(format, addresses) } };
}

async function preview(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, request, now, language } = call;
  const labels = addressLabels[language];
  const productId = productIn(call);
  const data = await load(call);
  if (data === null) return { is: 'missing' };
  const brought = await readUpload(request, maxFileBytes);
  const { fields: form } = brought;
  const refused = (text: string): Promise<ActEnd> => listAgain(call, { errors: { file: text }, form });
  if ('is' in brought) return refused(labels.fileProblems[brought.is]);
  const read = await readFile(brought.bytes, productId);
  if (read.is === 'unreadable') return refused(`${tableReasons.text(read.reason, language)}.`);
  if (read.is === 'no-columns')
    return refused(labels.missing(read.missing.map((one) => nameOf(one, call)).join(', ')));
  if (read.is === 'wrong')
    return listAgain(call, { errors: { file: labels.wrongCells }, form }, problemsView(read.problems, call));
  if (read.is !== 'read') return refused(labels.fileProblems[read.is]);
  const { addresses, repeated, unread } = read;
  const ask = { productId, addresses, adds: form.get('adds') === 'yes' };
  const outcome = await previewAddresses(ctx, principal, ask, now);
  if (outcome.is !== 'set') return { is: 'missing' };
  return {
    is: 'shown',
    page: previewView({ productId, product: data.product, outcome, repeated, unread }, call),
  };
}

const nameOf = (
  column: Extract<AddressesRead, { is: 'no-columns' }>['missing'][number],
  { language }: OperatorCall,
): string => (column === 'product_id' ? column : addressLabels[language].columns[column]);

async function readFile(
  bytes: Buffer,
  productId: number,
): Promise<AddressesRead | { is: 'unreadable'; reason: TableReason }> {
  try {
    return await readAddresses(readTable(tableOfBytes(bytes), {}), productId);
  } catch (problem) {
    if (problem instanceof TableProblem) return { is: 'unreadable', reason: problem.reason };
    throw problem;
  }
}

async function importIt(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = addressLabels[language];
  const ask = { productId: productIn(call), previewId: idIn(form.get('preview')) ?? 0 };
  const imported = await importPreviewed(ctx, principal, ask, now);
  switch (imported.is) {
    case 'set': {
      const count = (list: readonly unknown[]): string => formatCount(list.length, language);
      return done(listOf(call), labels.imported(count(imported.fresh), count(imported.gone)));
    }
    case 'late':
    case 'changed-meanwhile':
      return done(listOf(call), labels.late, 'no');
    case 'forbidden':
    case 'no-products':
      return { is: 'missing' };
  }
}
