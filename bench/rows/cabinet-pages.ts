/** Opens pages as signed-in persons of each side, for the section `cabinet`. */
import type { Side } from '../../src/people/access/party.ts';
import { firstRequestId, uuidOfFilled } from '../world/fill-history.ts';
import type { Shop } from '../world/shop.ts';

export interface PageOf {
  what: string;
  path: string;
  /** Who opens it. */
  side: Side;
}

/** A server with a person of each side who is signed in. */
export interface PageServer {
  port: number;
  cookies: Record<Side, string>;
}

export async function openPage(
  { port, cookies }: PageServer,
  { path, side }: PageOf,
  statuses: readonly number[],
): Promise<void> {
  const headers = { cookie: cookies[side] };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' });
  await answer.arrayBuffer();
  if (!statuses.includes(answer.status)) throw new Error(`${path} answered ${answer.status}.`);
}

/** The pages of each side over one history. */
export const pagesOfAll = (shop: Shop, orders: number): PageOf[] => [
  ...clientPages(shop, orders).map((page) => ({ ...page, side: 'client' as const })),
  ...operatorPages(shop, orders).map((page) => ({ ...page, side: 'operator' as const })),
  ...supplierPages().map((page) => ({ ...page, side: 'supplier' as const })),
];

type Page = Omit<PageOf, 'side'>;

/** An order in the middle of the history, of the client with every second one. */
export function searchedOrder(orders: number): { id: number; mail: string; externalId: string } {
  const place = Math.floor(orders / 4) * 2;
  return {
    id: firstRequestId + place,
    mail: `user${place % 1_000_003}@mail.example`,
    externalId: `order-${place}`,
  };
}

/** The pages of the cabinet of the client that has every second order of the history. */
function clientPages({ product }: Shop, orders: number): Page[] {
  const { id, mail, externalId } = searchedOrder(orders);
  return [
    { what: 'overview', path: '/c' },
    { what: 'orders, newest', path: '/c/orders' },
    { what: 'orders, deep in the list', path: `/c/orders?older=${id}` },
    { what: 'orders that failed', path: '/c/orders?state=failed' },
    { what: 'orders of a product', path: `/c/orders?product=${product.id}` },
    { what: 'orders of a service code that nobody used', path: '/c/orders?code=NONE' },
    { what: 'orders of a person who placed none', path: '/c/orders?who=1' },
    { what: 'orders of a month, half a year ago', path: `/c/orders?from=${day(210)}&until=${day(180)}` },
    { what: 'search by number', path: search(String(id)) },
    { what: 'search by uuid', path: search(uuidOfFilled(id)) },
    { what: 'search by external_id', path: search(externalId) },
    { what: 'search by mail', path: search(mail) },
    { what: 'search in comments of today', path: search('Бонусы') },
    { what: 'search in comments of today, in none of them', path: search('nowhere') },
    { what: 'order with its story', path: `/c/orders/${id}` },
    { what: 'charts of 90 days', path: '/c/charts?days=90' },
    { what: 'money: balance, curve and this month', path: '/c/money' },
    { what: 'money: statement of a month, half a year ago', path: `/c/money?month=${day(180).slice(0, 7)}` },
    { what: 'money: movements of a day, half a year ago', path: `/c/money/days/${day(180)}` },
    { what: 'money: documents', path: '/c/money/documents' },
    { what: 'bulk orders', path: '/c/bulk' },
    { what: 'callbacks, newest', path: '/c/callbacks' },
    { what: 'callbacks that failed', path: '/c/callbacks?which=failed' },
    {
      what: 'callbacks that failed half a year ago',
      path: `/c/callbacks?which=failed&from=${day(210)}&until=${day(180)}`,
    },
    { what: 'callbacks that wait', path: '/c/callbacks?which=waiting' },
    { what: 'log of calls', path: '/c/api/log' },
    { what: 'audit', path: '/c/audit' },
    { what: 'audit of an act that nobody did', path: '/c/audit?act=keys.rotated' },
    { what: 'catalogue', path: '/c/catalogue' },
  ];
}

function operatorPages({ clients, product }: Shop, orders: number): Page[] {
  const { id, mail } = searchedOrder(orders);
  const clientId = clients[0]?.client.id ?? 0;
  const states = ['', 'failed', 'cancelled', 'delayed'];
  return [
    { what: 'what waits', path: '/o' },
    ...states.map((state) => ({
      what: `orders of all, ${state || 'any state'}`,
      path: `/o/orders?state=${state}`,
    })),
    { what: 'orders of a client', path: `/o/orders?client=${clientId}` },
    { what: 'orders of a product', path: `/o/orders?client=${clientId}&product=${product.id}` },
    { what: 'orders found by number', path: `/o/orders?q=${id}` },
    { what: 'orders found by mail', path: `/o/orders?q=${encodeURIComponent(mail)}` },
    { what: 'order with its story', path: `/o/orders/${id}` },
    { what: 'delayed orders', path: '/o/waiting' },
    { what: 'clients', path: '/o/clients' },
    { what: 'a client', path: `/o/clients/${clientId}` },
    { what: 'pools', path: '/o/pools' },
    { what: 'audit', path: '/o/audit' },
  ];
}

const supplierPages = (): Page[] => [{ what: 'redeemed', path: '/s/redeemed' }];

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const search = (text: string): string => `/c/orders?q=${encodeURIComponent(text)}`;
