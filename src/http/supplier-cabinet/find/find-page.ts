/** `/s/find`: products, redemptions and people of the supplier, by whatever one has in the hand. */
import { readWanted, type Wanted } from '../../../orders/search/terms.ts';
import { may } from '../../../people/access/principal.ts';
import type { Permission } from '../../../people/access/rights.ts';
import { roleName } from '../../../people/access/role-names.ts';
import { findTransactionOf } from '../../../redemption/find-transaction.ts';
import { maxNumberLength } from '../../../redemption/till.ts';
import {
  byName,
  findOwnMembers,
  findProducts,
  mostFound,
  type FoundProduct,
  type NameLook,
} from '../../../reports/find-anything.ts';
import { addFindPage, addTyping } from '../../../web/shell/add-search.ts';
import { findPlaces } from '../../../web/shell/find-places.ts';
import type { FoundKind } from '../../../web/shell/found-view.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { findLabels } from './labels.ts';

export function addFind(pages: SupplierPages): void {
  const { supplier: place } = findPlaces;
  addFindPage(pages, place, ({ language }) => findLabels[language], findAll);
  addTyping(pages, place, (text, call) => {
    const wanted = readWanted(text);
    return wanted === null ? Promise.resolve([]) : kindsOf(wanted, call, (read) => read('words'));
  });
}

/** After Enter redemptions are looked for too, by transaction or number of the certificate, and names by any part of them. */
async function findAll(text: string, call: SupplierCall): Promise<FoundKind[]> {
  const wanted = readWanted(text);
  if (wanted === null) return [];
  const [redeemed, kinds] = await Promise.all([redeemedKind(wanted, call), kindsOf(wanted, call, byName)]);
  return [redeemed, ...kinds];
}

/** The number itself is not shown: its transaction is. */
async function redeemedKind({ text }: Wanted, call: SupplierCall): Promise<FoundKind> {
  const { ctx, principal, party, language } = call;
  const ask = { supplierId: supplierOf(call), typed: text.slice(0, maxNumberLength) };
  const transaction = may(principal, 'settlement.read', party) ? await findTransactionOf(ctx, ask) : null;
  return {
    name: findLabels[language].redeemed,
    hits: transaction === null ? [] : [{ text: transaction, path: `/s/redeemed/${transaction}` }],
  };
}

type ByName = (read: (look: NameLook) => Promise<FoundProduct[]>) => Promise<FoundProduct[]>;

async function kindsOf(wanted: Wanted, call: SupplierCall, named: ByName): Promise<FoundKind[]> {
  const { ctx, principal, party, language } = call;
  const labels = findLabels[language];
  const allowed = <T>(permission: Permission, read: () => Promise<T[]>): Promise<T[]> =>
    may(principal, permission, party) ? read() : Promise.resolve([]);
  const supplierId = supplierOf(call);
  const [products, people] = await Promise.all([
    allowed('stock.read', () => named((look) => findProducts(ctx.pageDb, wanted, look, { supplierId }))),
    allowed('team.read', () => findOwnMembers(ctx.pageDb, party, wanted)),
  ]);
  return [
    {
      name: labels.products,
      hits: products.map(({ id, title }) => ({ text: title, note: String(id), path: '/s/codes' })),
      isCut: products.length === mostFound,
    },
    {
      name: labels.people,
      hits: people.map(({ name, role }) => ({ text: name, note: roleName(role, language), path: '/team' })),
      isCut: people.length === mostFound,
    },
  ];
}
