import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { clientParty, operator, type Party } from '../../src/people/access/party.ts';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll } from '../support/gift-browser.ts';
import { operatorWorld, type OperatorWorld } from '../support/operator-world.ts';
import { newPerson } from '../support/people-world.ts';
import { desktop, phone, visitAs } from '../support/signed-in-browser.ts';
import { thingsOfSupplier } from '../support/supplier-things.ts';

/** Of a page with its style sheet and scripts, as they are sent; pictures come later. */
const maxFirstViewBytes = 30_000;

/** In Russian; a phone's is looked at in English. */
const widths = [768, 1280, 1920];

interface Side {
  party: Party;
  role: string;
  start: string;
  /** Kinds of page that must be reached, so that nothing is proven of an empty list. */
  least: number;
}

const isOwnPage = /^\/(c|o|s|me|team)(\/|$)/;
/** A page is looked at once, whatever it is about. */
const kindOf = (path: string): string => path.replaceAll(/\/(\d[\d-]*|[0-9A-F]{12})(?=\/|$)/g, '/…');

/** A page that opens scrolled down hides its heading and what a form has answered. */
const beginsAtTop = async (page: Page, url: string): Promise<void> => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const { scrolled, heading } = await page.evaluate<{ scrolled: number; heading: number }>(
    `({ scrolled: scrollY, heading: document.querySelector('h1').getBoundingClientRect().bottom })`,
  );
  assert.equal(scrolled, 0, `${url} opens scrolled down at ${width} px`);
  assert.ok(heading > 0 && heading <= height, `${url}: its heading is out of sight at ${width} px`);
};

describe('every page of the cabinets that links lead to', inBrowser, () => {
  let o: OperatorWorld;
  let browser: Browser;
  let sides: Side[];

  before(async () => {
    o = await operatorWorld();
    const { world, shop, product } = o;
    world.ctx.config.baseUrl = world.baseUrl.replace('127.0.0.1', 'localhost');
    await shop.ok('makeBulkOrder', { uuid: 'bulk', orders: [{ product_id: product.id, face: 500 }] });
    const theirs = await world.product({ activationScheme: 'letter' });
    await thingsOfSupplier(world, theirs, '2026-08');
    await world.settle();
    sides = [
      { party: operator, role: 'admin', start: '/o', least: 45 },
      { party: clientParty(shop.id), role: 'owner', start: '/c', least: 18 },
      { party: { side: 'supplier', partyId: theirs.supplierId }, role: 'manager', start: '/s', least: 12 },
    ];
    browser = await sharedBrowser();
  });
  after(async () => {
    await o.world[Symbol.asyncDispose]();
  });

  const ask = (url: string, cookie: string) =>
    o.world.server.inject({
      url,
      headers: {
        accept: 'text/html',
        'accept-encoding': 'gzip',
        'accept-language': 'en',
        cookie: `facevalue-session=${cookie}`,
      },
    });

  const open = async (page: Page, url: string): Promise<void> => {
    await page.goto(`${o.world.ctx.config.baseUrl}${url}`);
    await noSidewaysScroll(page, url);
    await beginsAtTop(page, url);
  };

  test('each is light, has no barrier, and fits a phone in English and a desktop in Russian', async () => {
    const heavy: string[] = [];
    for (const { party, role, start, least } of sides) {
      const person = await newPerson(o.world, party, role);
      const seen = new Set<string>();
      const waiting = [start, '/me', '/team'];
      const english = { ...phone, locale: 'en-US' };
      const russian = { ...desktop, locale: 'ru-RU' };
      const found: string[] = [];
      await visitAs({ world: o.world, browser }, person, english, start, async (page) => {
        for (const url of waiting) {
          const kind = kindOf(url);
          if (seen.has(kind)) continue;
          seen.add(kind);
          const { statusCode, headers } = await ask(url, person.cookie);
          if (statusCode !== 200 || !String(headers['content-type']).startsWith('text/html')) continue;
          found.push(url);
          await open(page, url);
          await noBarriers(page, url);
          const { links, parts } = await page.evaluate<{ links: string[]; parts: string[] }>(`({
            links: [...document.querySelectorAll('a[href]:not([download])')].map(({ pathname }) => pathname),
            parts: [...document.querySelectorAll('link[rel=stylesheet], script[src]')].map((one) => one.getAttribute('href') ?? one.getAttribute('src')),
          })`);
          const sizes = await Promise.all(
            [url, ...parts].map(async (part) => (await ask(part, person.cookie)).rawPayload.length),
          );
          const bytes = sizes.reduce((sum, size) => sum + size, 0);
          if (bytes > maxFirstViewBytes) heavy.push(`${url}: ${bytes} bytes`);
          waiting.push(...links.filter((path) => isOwnPage.test(path)));
        }
      });
      assert.ok(found.length >= least, `${start}: ${found.length} pages: ${found.join(' ')}`);
      await visitAs({ world: o.world, browser }, person, russian, start, async (page) => {
        for (const width of widths) {
          await page.setViewportSize({ ...desktop.viewport, width });
          for (const url of found) await open(page, url);
        }
      });
    }
    assert.deepEqual(heavy, []);
  });
});
