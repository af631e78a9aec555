/**
 * Every page, in both languages: of each GET route the page that somebody who may come sees, of some buttons what they answer.
 * What the pages of a side have in common is told once, in `pages/frame`.
 */
import assert from 'node:assert/strict';
import type { Language } from '../../src/platform/text/language.ts';
import { routesOf } from '../support/routes-of.ts';
import type { Golden } from './golden.ts';
import type { GoldenWorld } from './golden-world.ts';
import { noPages, others } from './no-pages.ts';
import type { PagePeople, Visitor } from './page-people.ts';
import { pagesInParts } from './pages-in-parts.ts';
import { pagesOfChoice } from './pages-of-choice.ts';
import { pageText, shellText } from './page-text.ts';
import { pageThings, type PageThings } from './page-things.ts';

export interface Visit {
  as: Visitor;
  url: string;
  status?: number;
  /** Sent by a button. */
  form?: Record<string, string>;
}

export async function pages(place: GoldenWorld): Promise<Golden> {
  const golden: Golden = {};
  const look = async (visits: Record<string, Visit>, cookies?: PagePeople['cookies']): Promise<void> => {
    for (const [name, visit] of Object.entries(visits))
      for (const language of ['en', 'ru'] as const) {
        const markup = await answerOf(place, visit, language, cookies?.[visit.as] ?? '');
        const isOfSide = markup.includes('<body class="shell">');
        const { content, frame } = isOfSide ? shellText(markup) : { content: pageText(markup), frame: null };
        golden[`pages/${name}.${language}.txt`] = content;
        if (frame !== null && starts.has(name)) golden[`pages/frame/${name}.${language}.txt`] = frame;
      }
  };
  // There is no such page any more once there is an operator.
  await look({ setup: { as: 'anybody', url: '/setup' } });
  const things = await pageThings(place);
  await look(byRoute(place, things.addresses), things.people.cookies);
  await look(byButton(place, things), things.people.cookies);
  await look(await pagesInParts(place, things), things.people.cookies);
  const choice = await pagesOfChoice(place);
  await look(choice.visits, things.people.cookies);
  const drawn = [...things.tokens, ...choice.tokens, ...(await transactionsOf(place))];
  return Object.fromEntries(
    Object.entries(golden).map(([path, text]) => [path, withoutDrawn(place.stable(text), drawn)]),
  );
}

/** Of redemptions, as programs and as tills write them. */
async function transactionsOf({ world }: GoldenWorld): Promise<string[]> {
  const { rows } = await world.home.db.query<{ transaction: string }>('select transaction from redemptions');
  return rows.flatMap(({ transaction }) => [transaction, transaction.replaceAll(/.{4}(?=.)/g, '$& ')]);
}

/** An authenticator's key, and what makes a button of the till one act. */
const drawnByPages = /\b(?:[A-Z2-7]{32}|(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}|till-[\w-]{22})(?!\w)/g;

const withoutDrawn = (text: string, drawn: readonly string[]): string =>
  drawn.reduce((told, one) => told.replaceAll(one, '(drawn)'), text).replaceAll(drawnByPages, '(drawn)');

/** Where the sides begin. */
const starts = new Set(['o', 'c', 's']);

/** Of a route the name of its file: `o/orders/id`. */
const nameOf = (route: string): string => route.slice(1).replaceAll(':', '') || 'front';

function byRoute({ world }: GoldenWorld, addresses: PageThings['addresses']): Record<string, Visit> {
  const routes = routesOf(world.server.printRoutes({ commonPrefix: false }))
    .filter(({ method }) => method === 'GET')
    .map(({ url }) => url);
  const gone = [...Object.keys(others), ...Object.keys(addresses)].filter((route) => !routes.includes(route));
  assert.deepEqual(gone, [], 'there are no such routes any more');
  const pagesOnly = routes.filter((route) => route !== '/setup' && noPages(route) === null);
  const visits = pagesOnly.map((route) => {
    const url = addresses[route] ?? route;
    assert.ok(!/[:*]/.test(url), `${route} is a new page: name one of its addresses in page-things.ts`);
    return [nameOf(route), { as: visitorOf(route), url }];
  });
  return Object.fromEntries(visits) as Record<string, Visit>;
}

/** Who comes to pages that begin so; the first that fits. */
const visitors: [RegExp, Visitor][] = [
  [/^\/o(\/|$)|^\/(me|team|switch)$/, 'operator'],
  [/^\/c(\/|$)|^\/in\/again/, 'client'],
  [/^\/s(\/|$)/, 'supplier'],
  [/^\/till/, 'till'],
  [/^\/in\/second/, 'half signed in'],
  [/^\/in\/enrol/, 'without a factor'],
];

const visitorOf = (route: string): Visitor => visitors.find(([begin]) => begin.test(route))?.[1] ?? 'anybody';

const byButton = ({ requestId }: GoldenWorld, { gifts, atTill }: PageThings): Record<string, Visit> => ({
  nowhere: { as: 'anybody', url: '/no-such-page', status: 404 },
  'o/nowhere': { as: 'operator', url: '/o/no-such-page', status: 404 },
  // Before anybody opens the certificate, which the page would tell a moment later.
  'c/orders/code': { as: 'client', url: `/c/orders/${requestId}/code`, form: {} },
  'g/unknown': { as: 'anybody', url: `/g/${'x'.repeat(25)}`, status: 404 },
  'g/opened': { as: 'anybody', url: gifts.fresh, form: {} },
  'g/redeemed': { as: 'anybody', url: gifts.redeemed, form: {} },
  'in-wrong': { as: 'anybody', url: '/in', form: { email: 'a@b.example', password: 'x' }, status: 403 },
  'receive-wrong': {
    as: 'anybody',
    url: '/receive',
    form: { phone: '79120000000', code: '123412341234' },
    status: 422,
  },
  'till/unknown': { as: 'till', url: '/till/check', form: { number: '1' } },
  'till/redeemed': { as: 'till', url: '/till/check', form: { number: atTill.redeemed } },
  'till/checked': { as: 'till', url: '/till/check', form: { number: atTill.sold } },
  'till/done': {
    as: 'till',
    url: '/till/redeem',
    form: { number: atTill.sold, key: `till-${'x'.repeat(22)}` },
  },
});

async function answerOf(
  { world }: GoldenWorld,
  { url, form, status = 200 }: Visit,
  language: Language,
  cookie: string,
): Promise<string> {
  const headers = {
    accept: 'text/html',
    'accept-language': language,
    'sec-fetch-site': 'same-origin',
    cookie,
  };
  const sent =
    form === undefined
      ? {}
      : {
          method: 'POST' as const,
          payload: new URLSearchParams(form).toString(),
        };
  const answer = await world.server.inject({
    url,
    ...sent,
    headers: {
      ...headers,
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  });
  assert.equal(answer.statusCode, status, url);
  assert.match(String(answer.headers['content-type']), /^text\/html/, url);
  return answer.body;
}
