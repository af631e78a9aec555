/** The preview of each file of codes, as the operator sees it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { operator } from '../../../src/people/access/party.ts';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { desktop, look, mainText, phone, visitAs } from '../../support/signed-in-browser.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { sheetSamples } from './samples.ts';

/** A phone has the least space; a desktop is looked at by whoever wants the pictures. */
const devices = [
  ['phone', phone] as const,
  ...(process.env['FACEVALUE_PAGE_PICTURES'] ? [['desktop', desktop] as const] : []),
];

/** With all that is folded away. */
async function lookOpened(page: Page, name: string): Promise<void> {
  for (const more of await page.locator('details.more').all())
    await more.evaluate((one) => one.setAttribute('open', ''));
  await look(page, name);
}

describe('previews of files of codes, in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let catalogue: Visitor;

  before(async () => {
    world = await testWorld();
    catalogue = await visitor(world, operator, 'catalogue');
    browser = await sharedBrowser();
  });
  after(() => world[Symbol.asyncDispose]());

  for (const { name, input } of sheetSamples)
    test(name, async () => {
      const product = await world.product();
      const bytes = readFileSync(new URL(input.file, import.meta.url));
      const form = input.faceRoubles === undefined ? {} : { face: String(input.faceRoubles) };
      const file = { field: 'file', name: input.file, bytes };
      const sent = await catalogue.upload(`/o/pools/${product.id}`, form, file);
      await world.settle();
      if (sent.statusCode !== 303) return assert.equal(sent.statusCode, 422);
      const draft = String(sent.headers.location).split('?')[0] ?? '';
      for (const [device, shape] of devices)
        await visitAs({ world, browser }, catalogue.person, shape, draft, async (page) => {
          assert.match(await mainText(page), /\S/);
          await lookOpened(page, `preview-${name}-${device}`);
        });
    });
});
