import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test, type TestContext } from 'node:test';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { shownLook, type ClientLook } from '../../../src/certificates/looks/client-look.ts';
import { withColours } from '../../../src/certificates/looks/find-looks.ts';
import { longest } from '../../../src/certificates/looks/judge-look.ts';
import {
  maxPageBytes,
  pagePicture,
  pageWidths,
} from '../../../src/certificates/documents/pictures/page-picture.ts';
import type { Config } from '../../../src/platform/settings/config.ts';
import type { HttpClient } from '../../../src/platform/network/http-client.ts';
import { inBrowser, launchBrowser, open } from '../../support/gift-browser.ts';
import { giftSite, siteGifts, tokenOf, type GiftSite } from '../../support/gift-site.ts';

const firstViewBytes = 14_000;
const wholePageBytes = 100_000;

/** Slow 3G and the processor of a cheap phone. */
const slowNetwork = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};
const cpuSlowdown = 4;

/** As long as real terms, without repeated sentences, so that compression is realistic. */
const realTerms = `<ol>${Array.from({ length: 60 }, (_, index) => {
  const filler = randomBytes(60)
    .toString('base64')
    .replaceAll(/[^a-z]/gi, ' ');
  return `<li>Пункт ${index + 1}: сертификат принимается к оплате ${filler}, если иное не указано на сайте.</li>`;
}).join('')}</ol>`;

let site: GiftSite;
before(async () => {
  site = await giftSite();
  const { full } = siteGifts;
  assert.ok(full);
  siteGifts['heavy'] = {
    ...full,
    view: { ...full.view, termsHtml: realTerms, greeting: 'С днём рождения, дорогая Анна! '.repeat(16) },
  };
  siteGifts['looked'] = {
    ...full,
    view: {
      ...full.view,
      termsHtml: realTerms,
      greeting: '',
      clientLook: longestLook,
      design: withColours(full.view.design, longestLook),
    },
  };
});
after(() => site.close());

/** As long as a client may make it. */
const longestLook: ClientLook = shownLook(
  {
    senderName: 'Ф'.repeat(longest.senderName),
    greetingRu: 'С праздником, дорогие коллеги! '.repeat(9),
    greetingEn: '',
    footerRu: 'Спасибо, что вы с нами весь год. '.repeat(6),
    footerEn: '',
    accent: '#0b5d3b',
    paper: '#f2f7f4',
    supportEmail: `${'help'.repeat(10)}@club.example`,
    supportPhone: '+7 800 200-00-00',
    site: `https://club.example/${'gifts'.repeat(30)}`,
  },
  { path: `/pictures/by/1234567/${'x'.repeat(22)}.png`, width: 440, height: 128, png: Buffer.alloc(0) },
);

const answerOf = (method: 'GET' | 'POST', name: string, encoding: string) =>
  site.app.inject({
    method,
    url: `/g/${tokenOf(name)}?lang=ru`,
    headers: { 'accept-encoding': encoding },
  });

/** The page up to the end of its sheet: what is visible without scrolling. */
function firstView(page: string): string {
  const end = page.indexOf('</article>');
  assert.ok(end > 0);
  return page.slice(0, end);
}

test('the first view is small, sealed and opened, in both compressions', async () => {
  for (const method of ['GET', 'POST'] as const)
    for (const name of ['full', 'heavy', 'looked', 'designed', 'square']) {
      const page = firstView((await answerOf(method, name, 'identity')).body);
      for (const bytes of [brotliCompressSync(page), gzipSync(page)])
        assert.ok(bytes.length <= firstViewBytes, `${method} ${name}: ${bytes.length} bytes`);
    }
});

test('compressed pages have the same content', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const plain = await answerOf(method, 'heavy', 'identity');
    const asBrowsersAsk = await answerOf(method, 'heavy', 'gzip, deflate, br, zstd');
    const gzip = await answerOf(method, 'heavy', 'gzip');
    assert.deepEqual(
      [plain, asBrowsersAsk, gzip].map(({ headers }) => headers['content-encoding']),
      [undefined, 'gzip', 'gzip'],
    );
    for (const answer of [asBrowsersAsk, gzip]) {
      assert.match(String(answer.headers['vary']), /accept-encoding/i);
      assert.equal(gunzipSync(answer.rawPayload).toString(), plain.body);
    }
  }
});

test('an answer repeats nothing of the request but its token, so compression reveals no code', async () => {
  const probe = 'probe-7f3a';
  for (const method of ['GET', 'POST'] as const) {
    const { body } = await site.app.inject({
      method,
      url: `/g/${tokenOf('full')}?lang=${probe}&q=${probe}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'accept-language': probe,
        'user-agent': probe,
        referer: `https://${probe}.example/`,
        cookie: `a=${probe}`,
        host: `${probe}.example`,
      },
      ...(method === 'POST' ? { payload: `q=${probe}` } : {}),
    });
    assert.ok(!body.includes(probe));
  }
});

test('any picture is scaled to what a page needs', async () => {
  // Noise is the worst case for a photograph.
  const noise = sharp(randomBytes(2000 * 1000 * 3), { raw: { width: 2000, height: 1000, channels: 3 } });
  const pictures = {
    noise: await noise.blur(1).jpeg({ quality: 60 }).toBuffer(),
    tiny: await sharp({ create: { width: 100, height: 80, channels: 3, background: '#123456' } })
      .png()
      .toBuffer(),
  };
  for (const [name, head] of Object.entries(pictures))
    for (const width of pageWidths) {
      const answer = { is: 'answered' as const, status: 200, headers: {}, head, whole: true, durationMs: 1 };
      const http: HttpClient = { send: () => Promise.resolve(answer), close: () => Promise.resolve() };
      const config = { baseUrl: 'https://gift.example' } as Config;
      const picture = await pagePicture(
        { config, db: null, http },
        `https://brand.example/${name}.jpg`,
        width,
      );
      assert.ok(picture !== null && picture.length <= maxPageBytes, `${name}: ${picture?.length} bytes`);
      const size = await sharp(picture).metadata();
      assert.equal(size.format, 'webp');
      assert.ok(size.width <= (name === 'tiny' ? 100 : width), 'never enlarged');
      assert.ok(size.width >= (name === 'tiny' ? 100 : width / 3));
    }
});

describe('in a browser', inBrowser, () => {
  /** One visit to the opened page with an empty cache; the picture for a screen with three pixels per point. */
  async function visit() {
    const browser = await launchBrowser([]);
    try {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 3,
      });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', slowNetwork);
      await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
      let bytes = 0;
      session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
      const seen = async () => ({
        firstViewMs: await page.evaluate<number>(firstPaint),
        wholeMs: await page.evaluate<number>("performance.getEntriesByType('navigation')[0].loadEventEnd"),
        shift: await page.evaluate<number>(layoutShift),
        bytes,
      });
      await page.goto(site.url('heavy'), { waitUntil: 'load' });
      await page.waitForFunction(painted);
      const sealed = await seen();
      bytes = 0;
      await open(page);
      await page.waitForLoadState('load');
      await page.waitForFunction(painted);
      return { sealed, opened: await seen() };
    } finally {
      await browser.close();
    }
  }

  const painted = "performance.getEntriesByName('first-contentful-paint').length > 0";
  const firstPaint = "performance.getEntriesByName('first-contentful-paint')[0].startTime";
  const layoutShift = `new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
      .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 300);
  })`;

  test('a complete page is small, and its layout does not shift', async (t: TestContext) => {
    // Times depend on the machine, so they are only reported; bytes are asserted.
    const { sealed, opened } = await visit();
    for (const [name, { firstViewMs, wholeMs, bytes, shift }] of Object.entries({ sealed, opened })) {
      const times = `first view ${Math.round(firstViewMs)} ms, whole ${Math.round(wholeMs)} ms`;
      t.diagnostic(`slow 3G, processor 4 times slower: ${name} ${times}, ${bytes} bytes`);
      assert.ok(bytes > 0 && bytes <= wholePageBytes, `${name}: ${bytes} bytes`);
      assert.ok(shift < 0.01, `${name} moves by ${shift}`);
    }
    assert.ok(sealed.bytes + opened.bytes <= wholePageBytes, 'both pages, the picture once');
  });
});
