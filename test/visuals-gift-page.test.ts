import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import Fastify, { type FastifyInstance } from 'fastify';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { CertificateCode, GiftView } from '../src/delivery/certificate-view.ts';
import { createPdfMaker } from '../src/delivery/certificate-pdf/pdf-maker.ts';
import { registerGiftPage } from '../src/http/gift-page/gift-page.ts';
import { readBarcodePng } from './read-barcode.ts';
import { sampleCode, sampleGift } from './sample-gift.ts';

const chromiumPath = '/usr/bin/chromium';
const phone = { width: 390, height: 844 };
const narrow = { width: 320, height: 568 };
const desktop = { width: 1280, height: 800 };

type Gift = { view: GiftView; code: CertificateCode | null };

const gifts: Record<string, (origin: string) => Gift> = {
  full: (origin) => ({ view: { ...sampleGift, pictureUrl: `${origin}/brand.jpg` }, code: sampleCode }),
  bare: () => ({
    view: {
      ...sampleGift,
      brief: '',
      expiresAt: null,
      termsHtml: '',
      www: '',
      greeting: '',
      senderName: '',
      recipientName: '',
      support: { phone: '', email: '', url: '' },
      issuer: { name: '', legalAddress: '' },
      barcode: { kind: 'none', text: '{{number}}' },
      sample: true,
    },
    code: { number: '99999-999-999-999', pin: '' },
  }),
  long: () => ({
    view: {
      ...sampleGift,
      productTitle: 'Сертификат с_названием_которое_никак_не_помещается_в_одну_строку_телефона',
      faceKopecks: 1_234_567_890,
      greeting: 'слово'.repeat(100),
      termsHtml: `<p>${'непрерывно'.repeat(40)}</p><ol>${'<li>Условие</li>'.repeat(40)}</ol>`,
      barcode: { kind: 'pdf417', text: '{{number}}' },
      state: 'awaiting-activation',
    },
    code: { number: 'ABCDEFGHJKLMNPQRSTUVWXYZ1234567890ABCDEFGH', pin: '1234567890123456' },
  }),
  blocked: () => ({ view: { ...sampleGift, state: 'blocked' }, code: null }),
  redeemed: () => ({
    view: { ...sampleGift, state: 'redeemed', redeemedAt: new Date('2026-11-21T20:59:59Z') },
    code: sampleCode,
  }),
  expired: () => ({ view: { ...sampleGift, state: 'expired' }, code: sampleCode }),
  square: () => ({ view: { ...sampleGift, barcode: { kind: 'qr', text: '{{pin}}' } }, code: sampleCode }),
};

const tokenOf = (name: string): string => name.padEnd(22, '-');

/** The pages served for real; behind the door stands data instead of a database. */
async function giftSite() {
  const app: FastifyInstance = Fastify();
  const pdfMaker = createPdfMaker();
  const reveals: string[] = [];
  let origin = '';
  const giftOf = (token: string) => gifts[token.replace(/-+$/, '')]?.(origin) ?? null;
  await registerGiftPage(app, {
    find: (token) =>
      Promise.resolve(
        token === tokenOf('broken') ? Promise.reject(new Error('x')) : (giftOf(token)?.view ?? null),
      ),
    reveal: (token, by) => {
      reveals.push(by);
      const gift = giftOf(token);
      return Promise.resolve(gift?.code ? { view: gift.view, code: gift.code } : null);
    },
    pdf: (view, code, language) => pdfMaker.make(view, code, null, language),
  });
  const picture = readFileSync(new URL('./sample-brand.jpg', import.meta.url));
  app.get('/brand.jpg', (_request, reply) => reply.type('image/jpeg').send(picture));
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    reveals,
    url: (name: string, language = 'ru') => `${origin}/g/${tokenOf(name)}?lang=${language}`,
    close: async () => {
      await app.close();
      await pdfMaker.close();
    },
  };
}

let site: Awaited<ReturnType<typeof giftSite>>;
before(async () => {
  site = await giftSite();
});
after(() => site.close());

/** A page as its reader sees it: gaps within numbers are spaces or nothing. */
async function pageText(method: 'GET' | 'POST', name: string, language: string): Promise<string> {
  const page = await site.app.inject({ method, url: `/g/${tokenOf(name)}?lang=${language}` });
  assert.equal(page.statusCode, 200);
  return page.body.replaceAll(/<\/?span>/g, '').replaceAll('\u00a0', ' ');
}

describe('the gift page’s answers', () => {
  test('asking in any way but POST opens nothing', async () => {
    const revealsSoFar = site.reveals.length;
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      for (const path of ['', '/pdf']) await site.app.inject({ method, url: `/g/${tokenOf('full')}${path}` });
    assert.equal(site.reveals.length, revealsSoFar);
    const page = await site.app.inject(`/g/${tokenOf('full')}`);
    assert.ok(!page.body.includes(sampleCode.number) && !page.body.includes(sampleCode.pin));
  });

  test('a POST opens it, with and without a form type', async () => {
    const url = `/g/${tokenOf('full')}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const page of [
      await site.app.inject({ method: 'POST', url }),
      await site.app.inject({ method: 'POST', url, headers, payload: '' }),
      await site.app.inject({ method: 'POST', url, headers, payload: 'a=1' }),
    ]) {
      assert.equal(page.statusCode, 200);
      assert.equal(page.body.replaceAll(/<\/?span>/g, '').includes(sampleCode.number), true);
    }
  });

  test('every answer is kept nowhere, framed nowhere and sends no referrer', async () => {
    for (const [method, name] of [
      ['GET', 'full'],
      ['POST', 'full'],
      ['GET', 'nobody'],
      ['POST', 'blocked'],
      ['GET', 'broken'],
    ] as const) {
      const { headers } = await site.app.inject({ method, url: `/g/${tokenOf(name)}` });
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['x-robots-tag']), /noindex/);
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'.*frame-ancestors 'none'$/,
      );
      assert.doesNotMatch(String(headers['content-security-policy']), /unsafe/);
    }
  });

  test('unknown and malformed tokens get the same kind page and no look-up by POST', async () => {
    const unknown = await site.app.inject(`/g/${tokenOf('nobody')}?lang=en`);
    assert.equal(unknown.statusCode, 404);
    assert.match(unknown.body, /There is no such certificate/);
    const revealsSoFar = site.reveals.length;
    for (const token of [
      'x',
      'a'.repeat(65),
      'a'.repeat(21),
      '%00'.repeat(8),
      '..%2f'.repeat(6),
      "'%20or%201=1--".repeat(3),
    ]) {
      const page = await site.app.inject({ method: 'POST', url: `/g/${token}?lang=en` });
      assert.equal(page.statusCode, 404, token);
      assert.match(page.body, /There is no such certificate/);
    }
    assert.equal(site.reveals.length, revealsSoFar);
  });

  test('foreign and huge bodies get a small page without a word of the inside', async () => {
    const url = `/g/${tokenOf('full')}`;
    const revealsSoFar = site.reveals.length;
    const json = { 'content-type': 'application/json' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answers = [
      await site.app.inject({ method: 'POST', url, headers: json, payload: '{"a":' }),
      await site.app.inject({ method: 'POST', url, headers: form, payload: 'a'.repeat(5000) }),
      await site.app.inject({ method: 'POST', url, headers: { 'content-type': 'x' }, payload: 'a' }),
    ];
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [415, 413, 415],
    );
    for (const { body } of answers) assert.doesNotMatch(body, /FST_|Error:|node_modules/);
    assert.equal(site.reveals.length, revealsSoFar);
  });

  test('an inner failure says only that the gift is safe', async () => {
    const page = await site.app.inject(`/g/${tokenOf('broken')}?lang=en`);
    assert.equal(page.statusCode, 500);
    assert.match(page.body, /Your gift is safe/);
  });

  test('a blocked certificate says so and stays closed', async () => {
    const page = await site.app.inject({ method: 'POST', url: `/g/${tokenOf('blocked')}?lang=en` });
    assert.equal(page.statusCode, 409);
    assert.match(page.body, /is blocked at the moment/);
    assert.doesNotMatch(page.body, /<button/);
  });

  test('a used certificate says when, an expired one too; neither asks to be shown at a till', async () => {
    for (const method of ['GET', 'POST'] as const) {
      assert.match(
        await pageText(method, 'redeemed', 'ru'),
        /расплатились: 21 ноября 2026 г\. в 23:59 по московс/,
      );
      assert.match(
        await pageText(method, 'redeemed', 'en'),
        /has been used: 21 November 2026 at 23:59, Moscow/,
      );
      assert.match(await pageText(method, 'expired', 'ru'), /закончился 31 декабря 2027 г\./);
      assert.match(await pageText(method, 'expired', 'en'), /validity ended on 31 December 2027\./);
    }
    for (const name of ['redeemed', 'expired']) {
      const opened = await pageText('POST', name, 'en');
      assert.ok(opened.includes(sampleCode.number));
      assert.doesNotMatch(opened, /Show it at the till/);
      assert.match(opened, /Was valid until/);
    }
  });

  test('the PDF comes as a file, only by POST', async () => {
    const url = `/g/${tokenOf('full')}/pdf`;
    const file = await site.app.inject({ method: 'POST', url });
    assert.equal(file.headers['content-type'], 'application/pdf');
    assert.equal(
      file.headers['content-disposition'],
      'attachment; filename="certificate-1000345-7781204.pdf"',
    );
    assert.equal(file.headers['cache-control'], 'no-store');
    assert.equal(file.rawPayload.subarray(0, 5).toString(), '%PDF-');
    assert.equal((await site.app.inject({ method: 'GET', url })).statusCode, 404);
  });

  test('the language comes from the address, then from the browser', async () => {
    const url = `/g/${tokenOf('full')}`;
    const headers = { 'accept-language': 'en-GB,en;q=0.9' };
    assert.match((await site.app.inject(url)).body, /<html lang="ru">/);
    assert.match((await site.app.inject({ url, headers })).body, /<html lang="en">/);
    assert.match((await site.app.inject({ url: `${url}?lang=ru`, headers })).body, /<html lang="ru">/);
  });

  test('what people typed is text, never markup', async () => {
    const evil = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
    gifts['evil'] = () => ({
      view: {
        ...sampleGift,
        productTitle: evil,
        brief: evil,
        greeting: evil,
        senderName: evil,
        recipientName: evil,
        orderNumber: evil,
        termsHtml: evil,
        www: 'javascript:alert(1)',
        pictureUrl: 'javascript:alert(1)',
        issuer: { name: evil, legalAddress: evil },
        support: { phone: evil, email: `${evil}@x`, url: evil },
      },
      code: { number: evil, pin: evil },
    });
    const { body } = await site.app.inject({ method: 'POST', url: `/g/${tokenOf('evil')}` });
    assert.doesNotMatch(body, /<img|<script>|javascript:/);
    assert.equal(body.match(/<script/g)?.length, 1, 'only our own script');
  });
});

async function noBarriers(page: Page, where: string): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    'axe.run().then((result) => result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))',
  );
  assert.deepEqual(found, [], where);
}

async function noSidewaysScroll(page: Page, where: string): Promise<void> {
  const [content, view] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  assert.ok(content <= view, `${where}: ${content} px of content in ${view} px`);
}

const inBrowser = {
  skip:
    existsSync(chromiumPath) || process.env['CI'] ? false : `Chromium is not installed at ${chromiumPath}`,
};

describe('the gift page in a browser', inBrowser, () => {
  let browser: Browser;
  before(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  });
  after(() => browser.close());

  /** Opens a page and fails when the browser has anything to complain of, the content policy first of all. */
  async function visit(options: BrowserContextOptions, url: string, run: (page: Page) => Promise<void>) {
    const context = await browser.newContext({ reducedMotion: 'reduce', acceptDownloads: true, ...options });
    const complaints: string[] = [];
    const page = await context.newPage();
    page.on(
      'console',
      (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()),
    );
    page.on('pageerror', (error) => complaints.push(error.message));
    try {
      await page.goto(url);
      await run(page);
    } finally {
      await context.close();
    }
    assert.deepEqual(
      complaints.filter((text) => !/status of 4\d\d/.test(text)),
      [],
    );
  }

  /** The whole matrix for the fullest gift; the others where they differ most. */
  const looks = [
    { viewport: phone, colorScheme: 'light', language: 'ru', names: [...Object.keys(gifts), 'nobody'] },
    { viewport: desktop, colorScheme: 'dark', language: 'en', names: [...Object.keys(gifts), 'nobody'] },
    { viewport: phone, colorScheme: 'dark', language: 'en', names: ['full'] },
    { viewport: phone, colorScheme: 'light', language: 'en', names: ['full'] },
    { viewport: phone, colorScheme: 'dark', language: 'ru', names: ['full'] },
    { viewport: desktop, colorScheme: 'light', language: 'ru', names: ['full'] },
    { viewport: desktop, colorScheme: 'light', language: 'en', names: ['full'] },
    { viewport: desktop, colorScheme: 'dark', language: 'ru', names: ['full'] },
  ] as const;

  for (const { viewport, colorScheme, language, names } of looks)
    for (const name of names)
      test(`no barriers, no sideways scroll: ${name}, ${viewport.width} px, ${colorScheme}, ${language}`, async () => {
        await visit({ viewport, colorScheme }, site.url(name, language), async (page) => {
          await noBarriers(page, 'sealed');
          await noSidewaysScroll(page, 'sealed');
          if ((await page.locator('button.reveal').count()) === 0) return;
          await page.click('button.reveal');
          await noBarriers(page, 'opened');
          await noSidewaysScroll(page, 'opened');
        });
      });

  test('nothing sticks out at 320 pixels', async () => {
    for (const name of Object.keys(gifts))
      await visit({ viewport: narrow }, site.url(name), async (page) => {
        await noSidewaysScroll(page, name);
        if ((await page.locator('button.reveal').count()) > 0) await page.click('button.reveal');
        await noSidewaysScroll(page, `${name} opened`);
      });
  });

  test('everything a finger presses is at least 44 pixels high', async () => {
    await visit({ viewport: phone }, site.url('full'), async (page) => {
      await page.click('button.reveal');
      for (const button of await page.locator('button:visible, nav a').all()) {
        const box = await button.boundingBox();
        assert.ok((box?.height ?? 0) >= 44, `${await button.textContent()} is ${box?.height} px high`);
      }
    });
  });

  test('what was asked for is on the screen at once when the gift opens', async () => {
    for (const viewport of [phone, desktop])
      await visit({ viewport }, site.url('full'), async (page) => {
        await page.click('button.reveal');
        const box = await page.locator('#number').boundingBox();
        assert.ok(box !== null && box.y + box.height <= viewport.height, `the number ends at ${box?.y} px`);
      });
  });

  test('without scripts it opens, shows the code and gives the PDF', async () => {
    await visit({ javaScriptEnabled: false, viewport: phone }, site.url('full', 'en'), async (page) => {
      await page.getByRole('button', { name: 'Open the certificate' }).click();
      assert.equal(await page.locator('#number').textContent(), sampleCode.number);
      assert.equal(await page.locator('#pin').textContent(), sampleCode.pin);
      assert.equal(
        await page.getByRole('button', { name: 'Copy' }).count(),
        0,
        'no button that does nothing',
      );
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download PDF' }).click();
      assert.match((await download).suggestedFilename(), /^certificate-.*\.pdf$/);
    });
  });

  test('the copy button copies the very code and says so', async () => {
    const options = { viewport: desktop, permissions: ['clipboard-read', 'clipboard-write'] };
    await visit(options, site.url('full'), async (page) => {
      await page.click('button.reveal');
      await page.getByRole('button', { name: 'Скопировать номер' }).click();
      await page.getByText('Скопировано').first().waitFor();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), sampleCode.number);
    });
  });

  test('the barcode on the screen scans', async () => {
    for (const [name, text] of [
      ['full', sampleCode.number],
      ['square', sampleCode.pin],
      ['long', 'ABCDEFGHJKLMNPQRSTUVWXYZ1234567890ABCDEFGH'],
    ] as const)
      await visit(
        { viewport: phone, deviceScaleFactor: 3, colorScheme: 'dark' },
        site.url(name),
        async (page) => {
          await page.click('button.reveal');
          const png = await page.locator('.barcode').screenshot();
          assert.equal((await readBarcodePng(png))?.text, text, name);
        },
      );
  });

  test('the print leaves the buttons out and stays black on white', async () => {
    await visit({ viewport: desktop, colorScheme: 'dark' }, site.url('full'), async (page) => {
      await page.click('button.reveal');
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.locator('button:visible, nav:visible').count(), 0);
      assert.equal(await page.locator('#number').isVisible(), true);
      assert.equal(
        await page.evaluate('getComputedStyle(document.body).backgroundColor'),
        'rgb(255, 255, 255)',
      );
    });
  });
});
