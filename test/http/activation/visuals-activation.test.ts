import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll } from '../../support/gift-browser.ts';
import { reportPage } from '../../../src/suppliers/certify/report-page.ts';
import type { CertifyReport } from '../../../src/suppliers/certify/certify.ts';
import { renderActivation, renderActivationNotice } from '../../../src/http/activation/activation-view.ts';
import type { Language } from '../../../src/platform/text/language.ts';
import { inlineSheet } from '../../support/inline-sheet.ts';

const looks: Record<string, BrowserContextOptions> = {
  '360-light': { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  '360-dark': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  '1280-light': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  '1280-dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
};

const at = new Date('2026-11-21T12:00:00+03:00');
const letter = {
  supplierId: 501,
  letterId: 17,
  supplierName: 'Чайный дом «Дым и чабрец»',
  language: 'ru' as const,
  madeAt: at,
  expiresAt: new Date('2026-12-21T12:00:00+03:00'),
  answeredAt: null,
  salt: null,
};
const row = (index: number, more: object = {}) => ({
  row: index,
  codeId: index,
  orderNumber: `350012${index}`,
  faceKopecks: 300_000,
  expiresAt: new Date('2027-11-21T20:59:59Z'),
  numberTail: `48${index}7`,
  confirmedAt: null as Date | null,
  withdrawn: false,
  ...more,
});
const rows = [row(1), row(2, { confirmedAt: at }), row(3, { withdrawn: true }), row(4, { expiresAt: null })];
const doneRows = rows.map((one) => ({ ...one, confirmedAt: at }));

const transcript = `POST https://api.supplier.example/api/issueCertificate
content-type, authorization

{"request_id":"7f0c1f0e-5b0a-4a4e-8f6e-3f1d2f3a4b5c","denomination":1000,"product_id":2001}

→ 200
{"code":"•••","pin":"•••","denomination":77,"expire_at":"2027-11-21 23:59:59"}`;
const report: CertifyReport = {
  supplierId: 501,
  name: 'Чайный дом «Дым и чабрец»',
  adapter: 'rest',
  at,
  green: false,
  marked: false,
  offer: null,
  codes: 12,
  scenarios: [
    {
      name: 'issue',
      verdict: 'red',
      findings: [{ is: 'not-issued', face: 1000, outcome: 'wrong', details: 'the code has another face' }],
      transcripts: [transcript],
    },
    { name: 'repeat', verdict: 'green', findings: [], transcripts: [] },
    { name: 'together', verdict: 'skipped', findings: [], transcripts: [] },
    {
      name: 'bad-face',
      verdict: 'warning',
      findings: [{ is: 'refused-otherwise', why: 'stock', expected: 'bad-face' }],
      transcripts: [transcript.replace('→ 200', '→ 409')],
    },
    {
      name: 'malformed',
      verdict: 'red',
      findings: [{ is: 'malformed-unanswered', details: 'timed out' }],
      transcripts: [transcript.split('\n\n→')[0] ?? ''],
    },
    {
      name: 'speed',
      verdict: 'green',
      findings: [{ is: 'times', calls: 40, p50Ms: 120, p99Ms: 480, timeoutMs: 10_000 }],
      transcripts: [],
    },
  ],
};

const pages: Record<string, (language: Language) => { markup: string }> = {
  'activation-open': (language) => renderActivation({ letter, rows, language, path: '/a', outcome: null }),
  'activation-some': (language) => renderActivation({ letter, rows, language, path: '/a', outcome: 1 }),
  'activation-done': (language) =>
    renderActivation({ letter, rows: doneRows, language, path: '/a', outcome: 2 }),
  'activation-nothing': (language) =>
    renderActivation({ letter, rows, language, path: '/a', outcome: 'nothing-ticked' }),
  'activation-expired': (language) => renderActivationNotice('expired', language, '/a'),
  'report-red': (language) => reportPage(report, language),
  'report-green': (language) =>
    reportPage(
      { ...report, green: true, scenarios: report.scenarios.filter(({ verdict }) => verdict === 'green') },
      language,
    ),
};

/** Every look of the fullest page of each kind, and of the others the two most different ones. */
const fullest = ['activation-some', 'report-red'];
const different = ['360-light-ru', '1280-dark-en'];
/** Where a folder is named, pictures of all. */
const pictures = process.env['FACEVALUE_ACTIVATION_PICTURES'];

async function look(page: Page, name: string): Promise<void> {
  await noBarriers(page, name);
  await noSidewaysScroll(page, name);
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

describe('the activation page and the report of the final test in a browser', inBrowser, () => {
  let browser: Browser | undefined;
  before(async () => {
    browser = await sharedBrowser();
  });

  async function visit(
    options: BrowserContextOptions,
    made: { markup: string },
    run: (page: Page) => Promise<void>,
  ) {
    assert.ok(browser !== undefined);
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    await page.setContent(inlineSheet(made));
    await run(page);
    await context.close();
  }

  for (const [screen, options] of Object.entries(looks)) {
    for (const language of ['ru', 'en'] as const) {
      const shown = Object.entries(pages).filter(
        ([name]) => pictures || fullest.includes(name) || different.includes(`${screen}-${language}`),
      );
      test(`the pages fit: ${screen}, ${language}`, async () => {
        for (const [name, render] of shown) {
          await visit(options, render(language), (page) => look(page, `${name}-${screen}-${language}`));
        }
      });
    }
  }

  test('on a phone every row shows its order and state, and the buttons are large enough', async () => {
    await visit(looks['360-light'] ?? {}, pages['activation-open']?.('ru') ?? assert.fail(), async (page) => {
      for (const selector of ['td.order', 'td.state-of', 'td.validity', 'td.number']) {
        assert.equal(await page.locator(selector).count(), rows.length, selector);
        for (const cell of await page.locator(selector).all()) {
          const box = await cell.boundingBox();
          assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 360 && box.height > 10, selector);
        }
      }
      for (const one of await page.locator('button, label').all()) {
        assert.ok(((await one.boundingBox())?.height ?? 0) >= 44);
      }
    });
  });

  test('a failed scenario is shown with call and answer, also on a phone', async () => {
    await visit(looks['360-light'] ?? {}, pages['report-red']?.('en') ?? assert.fail(), async (page) => {
      assert.ok(await page.locator('li.red pre').first().isVisible());
      assert.match(
        (await page.locator('li.red pre').nth(1).textContent()) ?? '',
        /^200\n{\n  "code":"•••",\n  "pin":"•••",\n  "denomination":77,/,
      );
      assert.equal(await page.locator('li.warning pre').first().isVisible(), false);
      assert.match((await page.locator('li.red').nth(1).textContent()) ?? '', /No readable answer/);
      // A passed check takes a line or two, not a screen.
      for (const item of await page.locator('li.green').all()) {
        assert.ok(((await item.boundingBox())?.height ?? 999) < 130);
      }
    });
  });
});
