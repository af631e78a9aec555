/** Every page of the operator, of a supplier and of its till with the longest texts, on a phone, a desktop and paper. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { operator, type Party } from '../../src/people/access/party.ts';
import { inBrowser, sharedBrowser } from '../support/gift-browser.ts';
import { latin, longestProblems, problemsOnAllMedia } from '../support/longest-texts.ts';
import { operatorWorld, type OperatorWorld } from '../support/operator-world.ts';
import { inviteTo, newPerson, type TestPerson } from '../support/people-world.ts';
import { mainText, phone, press, visitAs } from '../support/signed-in-browser.ts';
import { stretchTexts } from '../support/stretched-texts.ts';
import { thingsOfSupplier } from '../support/supplier-things.ts';
import type { TestProduct } from '../support/arrange.ts';

/** A page is looked at once, whatever it is about. */
const kindOf = (path: string): string => path.replaceAll(/\/(\d[\d-]*|[0-9A-F]{12})(?=\/|$)/g, '/…');
const ownLinks = `[...document.querySelectorAll('a[href]:not([download])')]
  .filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)`;

describe('the pages of operators and suppliers with the longest texts', inBrowser, () => {
  let o: OperatorWorld;
  let browser: Browser;
  /** Redeemed at the till. */
  let accepted: TestProduct;
  let admin: TestPerson;
  let manager: TestPerson;
  let cashier: TestPerson;

  before(async () => {
    o = await operatorWorld();
    const { world, shop, product } = o;
    const { db } = world.home;
    await shop.ok('makeBulkOrder', { uuid: 'bulk', orders: [{ product_id: product.id, face: 500 }] });
    const theirs = await world.product({ activationScheme: 'letter' });
    const supplier: Party = { side: 'supplier', partyId: theirs.supplierId };
    accepted = await world.product({ scheme: 'platform' });
    const shopKeeper: Party = { side: 'supplier', partyId: accepted.supplierId };
    await thingsOfSupplier(world, theirs, '2026-08');
    await world.settle();
    admin = await newPerson(world, operator, 'admin');
    manager = await newPerson(world, supplier, 'manager');
    cashier = await newPerson(world, shopKeeper, 'cashier');
    await inviteTo(world, supplier, 'cashier', 'invited@people.example');
    await db.query(
      `insert into shops (supplier_id, name, created_at) select id, 'shop', now() from suppliers`,
    );
    await db.query(
      `update memberships set shop_id = (select min(id) from shops where supplier_id = party_id) where role = 'cashier'`,
    );
    await stretchTexts(db);
    browser = await sharedBrowser();
  });
  after(async () => {
    await o.world[Symbol.asyncDispose]();
  });

  const isPage = async (url: string, cookie: string): Promise<boolean> => {
    const headers = { accept: 'text/html', cookie: `facevalue-session=${cookie}` };
    const { statusCode, headers: answered } = await o.world.server.inject({ url, headers });
    return statusCode === 200 && String(answered['content-type']).startsWith('text/html');
  };

  /** Looks at each kind of page that links lead to. */
  const problemsOn = async (person: TestPerson, start: string, least: number): Promise<string[]> => {
    const problems: string[] = [];
    const waiting = [start, '/me', '/team'];
    const seen = new Set<string>();
    let pages = 0;
    await visitAs({ world: o.world, browser }, person, phone, start, async (page) => {
      for (const url of waiting) {
        const kind = kindOf(url);
        if (seen.has(kind) || !(url.startsWith(start) || url === '/me' || url === '/team')) continue;
        seen.add(kind);
        if (!(await isPage(url, person.cookie))) continue;
        pages += 1;
        await page.goto(`${o.world.ctx.config.baseUrl}${url}`);
        const picture = kind.replaceAll('/', '-').replaceAll('…', 'n').slice(1);
        // A gift page has a layout on paper of its own.
        const found = kind.endsWith('/look')
          ? await longestProblems(page, 'phone', url, picture)
          : await problemsOnAllMedia(page, url, picture);
        problems.push(...found);
        waiting.push(...(await page.evaluate<string[]>(ownLinks)));
      }
    });
    assert.ok(pages >= least, `${start}: only ${pages} pages`);
    return problems;
  };

  /** The till's answers to a number nobody knows, to a good one, and to one that was redeemed. */
  const problemsAtTill = async (): Promise<string[]> => {
    const { world } = o;
    const client = await world.client();
    const id = await client.makeOrder({ product_id: accepted.id, face: 500, delivery_type: 'code' });
    await world.settle();
    const { code } = await client.getCode(id);
    await stretchTexts(world.home.db);
    const problems: string[] = [];
    await visitAs({ world, browser }, cashier, phone, '/till', async (page) => {
      const see = async (name: string): Promise<void> => {
        problems.push(...(await problemsOnAllMedia(page, `/till ${name}`, `till-${name}`)));
      };
      const check = async (number: string): Promise<void> => {
        await page.goto(`${world.ctx.config.baseUrl}/till`);
        await page.fill('input[name=number]', number);
        await press(page, /^(Проверить|Check)/);
      };
      await see('check');
      await check(latin(100));
      await see('unknown');
      await check(code);
      await see('known');
      await press(page, /^(Погасить|Redeem)/);
      assert.match(await mainText(page), /(Где погашен|Where redeemed)\s+\d+Щ+ · Щ+, Щ+/);
      await see('redeemed');
      await check(code);
      await see('refused');
      for (const name of ['today', 'shift']) {
        await page.goto(`${world.ctx.config.baseUrl}/till/${name}`);
        await see(name);
      }
    });
    return problems;
  };

  test('all that an operator sees is read on phone, desktop and paper', async () => {
    assert.deepEqual(await problemsOn(admin, '/o', 45), []);
  });

  test('all that a supplier’s manager sees is read on phone, desktop and paper', async () => {
    assert.deepEqual(await problemsOn(manager, '/s', 12), []);
  });

  test('the till is read on phone, desktop and paper', async () => {
    assert.deepEqual(await problemsAtTill(), []);
  });
});
