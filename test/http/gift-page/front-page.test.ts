import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll, visit } from '../../support/gift-browser.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const browserHeaders = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'en' };

let world: TestWorld;
before(async () => {
  world = await testWorld();
});
after(() => world[Symbol.asyncDispose]());

test('a browser at the address of the API gets a page with links to the documentation', async () => {
  const answer = await fetch(`${world.baseUrl}/`, { headers: browserHeaders });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const page = await answer.text();
  assert.match(page, /Gift certificates are issued here/);
  for (const [, path = ''] of page.matchAll(/<a [^>]*href="(\/[^"]*)"/g))
    assert.equal((await fetch(`${world.baseUrl}${path}`, { headers: browserHeaders })).status, 200, path);
});

test('programs at the address of the API get the envelope', async () => {
  const envelope = await (await fetch(`${world.baseUrl}/`)).json();
  assert.equal((envelope as { error: { code: number } }).error.code, 1001);
  for (const call of ['?cmd=test', '?sig=1', '?id=1&cmd=test&sig=x&data={}']) {
    const answer = await fetch(`${world.baseUrl}/${call}`, { headers: browserHeaders });
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, call);
  }
});

describe('in a browser', inBrowser, () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  for (const [width, colorScheme, language] of [
    [320, 'light', 'ru'],
    [1280, 'dark', 'en'],
  ] as const)
    test(`accessible, no horizontal scrolling: ${width} px, ${colorScheme}, ${language}`, async () => {
      const options = { viewport: { width, height: 740 }, colorScheme };
      await visit(browser, options, `${world.baseUrl}/?lang=${language}`, async (page) => {
        await noBarriers(page, 'the front page');
        await noSidewaysScroll(page, 'the front page');
        const pictures = process.env['FACEVALUE_FRONT_PICTURES'];
        if (pictures) await page.screenshot({ path: `${pictures}/front-${width}.png` });
      });
    });
});
