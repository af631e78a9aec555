import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { giftSite, siteGifts, tokenOf, type GiftSite } from '../../support/gift-site.ts';
import { sampleCode, sampleGift } from '../../support/sample-gift.ts';

let site: GiftSite;
before(async () => {
  site = await giftSite();
});
after(() => site.close());

/** A page as people read it: gaps in numbers are spaces or nothing. */
async function pageText(method: 'GET' | 'POST', name: string, language: string): Promise<string> {
  const page = await site.app.inject({ method, url: `/g/${tokenOf(name)}?lang=${language}` });
  assert.equal(page.statusCode, 200);
  return page.body.replaceAll(/<\/?span>/g, '').replaceAll('\u00a0', ' ');
}

describe('the gift page’s answers', () => {
  test('only a POST opens the certificate', async () => {
    const revealsSoFar = site.reveals.length;
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      for (const path of ['', '/pdf']) await site.app.inject({ method, url: `/g/${tokenOf('full')}${path}` });
    assert.equal(site.reveals.length, revealsSoFar);
    const page = await site.app.inject(`/g/${tokenOf('full')}`);
    assert.ok(!page.body.includes(sampleCode.number) && !page.body.includes(sampleCode.pin));
  });

  test('a HEAD says whether the gift exists, and is not counted as a visit', async () => {
    const visitsSoFar = site.visits.length;
    for (const [name, status] of [
      ['full', 200],
      ['nobody', 404],
    ] as const) {
      const answer = await fetch(site.url(name), { method: 'HEAD' });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(await answer.text(), '');
    }
    assert.equal(site.visits.length, visitsSoFar);
  });

  test("a messenger's preview shows the product and its picture, and nothing of the gift", async () => {
    const { body } = await site.app.inject(`/g/${tokenOf('full')}?lang=ru`);
    const tags = [...body.matchAll(/<meta (?:property|name)="(?:og|twitter):[^>]*>/g)]
      .map(([tag]) => tag)
      .join('');
    assert.match(tags, /og:title" content="Подарочный сертификат — Листва"/);
    assert.match(tags, /og:image" content="https:\/\/gift\.example\/pictures\/1360\/brand\.webp"/);
    assert.doesNotMatch(tags, /Иван|Анна|3\s?000|₽|full--/);
    const plain = await site.app.inject(`/g/${tokenOf('fine')}?lang=ru`);
    assert.match(plain.body, /og:title/);
    assert.doesNotMatch(plain.body, /og:image/);
    assert.doesNotMatch(
      (await site.app.inject({ method: 'POST', url: `/g/${tokenOf('full')}` })).body,
      /og:/,
    );
  });

  test('a POST opens the certificate, with and without a form type', async () => {
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

  test('every answer forbids caching, framing and referrers', async () => {
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

  test('unknown and malformed tokens get the same page, also by POST', async () => {
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

  test('unexpected and huge bodies get a small page without internal details', async () => {
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

  test('an internal failure says only that the gift is safe', async () => {
    const page = await site.app.inject(`/g/${tokenOf('broken')}?lang=en`);
    assert.equal(page.statusCode, 500);
    assert.match(page.body, /Your gift is safe/);
  });

  test('a blocked certificate is shown as blocked and cannot be opened', async () => {
    const page = await site.app.inject({ method: 'POST', url: `/g/${tokenOf('blocked')}?lang=en` });
    assert.equal(page.statusCode, 409);
    assert.match(page.body, /The certificate is blocked/);
    assert.doesNotMatch(page.body, /<button/);
  });

  test('an ended certificate says first how and when it ended, and never that it is valid', async () => {
    const told = {
      redeemed: {
        ru: /Этим сертификатом уже расплатились<\/b><br>21 ноября 2026 г\. в 23:59 по московскому времени, касса: Ольховый/,
        en: /has been used<\/b><br>21 November 2026 at 23:59, Moscow time, at the till Ольховый/,
      },
      expired: {
        ru: /Срок сертификата закончился<\/b><br>Платить им можно было до 31 декабря 2027 г\.</,
        en: /has expired<\/b><br>It could be used until 31 December 2027\.</,
      },
      refunded: {
        ru: /Сертификат отменён<\/b><br>Деньги вернули 21 ноября 2026 г\. тому, кто его купил/,
        en: /was cancelled<\/b><br>The buyer got the money back on 21 November 2026/,
      },
      blocked: { ru: /Сертификат заблокирован/, en: /The certificate is blocked/ },
    };
    for (const [name, sentences] of Object.entries(told))
      for (const language of ['ru', 'en'] as const) {
        const page = await pageText('GET', name, language);
        assert.match(page, sentences[language]);
        assert.match(page, /<p class="stamp">/);
        assert.ok(page.indexOf('class="end"') < page.indexOf('class="side"'), 'before everything else');
        assert.match(page, /tel:\+78001002030/, 'who helps stands beside it');
        assert.doesNotMatch(page, /\.\.|Действует до|Valid until|class="left|class="button reveal"/);
      }
    assert.doesNotMatch(await pageText('GET', 'redeemed', 'ru'), /2027/, 'an end it never reached');
  });

  test('the number of an ended certificate is one step away, without the invitation to show it at a till', async () => {
    for (const name of ['redeemed', 'expired']) {
      assert.match(await pageText('GET', name, 'en'), /<button class="button look-up">Show the number/);
      const opened = await pageText('POST', name, 'en');
      assert.ok(opened.includes(sampleCode.number));
      assert.match(opened, /<p class="stamp">/);
      assert.doesNotMatch(opened, /Show it at the till/);
    }
  });

  test('without support contacts the page refers to the giver', async () => {
    const support = { phone: '', email: '', url: '' };
    siteGifts['alone'] = {
      view: { ...sampleGift, support, state: 'blocked', refundedAt: new Date('2026-11-21T20:59:59Z') },
      code: null,
    };
    assert.match(await pageText('GET', 'alone', 'ru'), /спросите того, кто его подарил\.</);
  });

  test('the greeting comes before the button; without a picture the title is shown once', async () => {
    const pictured = await pageText('GET', 'full', 'ru');
    assert.ok(pictured.indexOf('<blockquote>') < pictured.indexOf('class="button reveal"'));
    assert.ok(pictured.indexOf('<blockquote>') > pictured.indexOf('<h1>'));
    for (const name of ['designed', 'bare', 'long', 'redeemed']) {
      const body = /<body>[^]*<\/article>/.exec(await pageText('GET', name, 'en'))?.[0] ?? '';
      const title = /<h1>([^<]*)<\/h1>/.exec(body)?.[1] ?? assert.fail(name);
      assert.equal(body.split(`>${title}<`).length - 1, 1, name);
    }
  });

  test('the PDF is a download, only by POST', async () => {
    const url = `/g/${tokenOf('full')}/pdf`;
    const file = await site.app.inject({ method: 'POST', url });
    assert.equal(file.headers['content-type'], 'application/pdf');
    assert.equal(
      file.headers['content-disposition'],
      'attachment; filename="certificate-1000345-7781204.pdf"',
    );
    assert.equal(file.headers['cache-control'], 'no-store');
    assert.equal(file.rawPayload.subarray(0, 5).toString(), '%PDF-');
    const asked = await site.app.inject({ method: 'GET', url });
    assert.deepEqual([asked.statusCode, asked.body], [303, ''], 'it leads back to the gift');
  });

  test('the language comes from the address, then from the browser', async () => {
    const url = `/g/${tokenOf('full')}`;
    const headers = { 'accept-language': 'en-GB,en;q=0.9' };
    assert.match((await site.app.inject(url)).body, /<html lang="ru">/);
    assert.match((await site.app.inject({ url, headers })).body, /<html lang="en">/);
    assert.match((await site.app.inject({ url: `${url}?lang=ru`, headers })).body, /<html lang="ru">/);
  });

  test('typed text is never markup', async () => {
    const evil = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
    siteGifts['evil'] = {
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
      giverEmail: `${evil}@x`,
      sentTo: [evil],
      places: { first: [{ area: evil, locality: evil, address: evil, lat: evil, lon: evil }], total: 9 },
    };
    const { body } = await site.app.inject({ method: 'POST', url: `/g/${tokenOf('evil')}` });
    assert.doesNotMatch(body, /<img|<script>|javascript:/);
    assert.equal(body.match(/<script/g)?.length, 1, 'only our own script');
    assert.match(body, /<script type="module" src="\/gift-page\/[\w-]{12}\.js"><\/script>/);
  });
});

test('an address that no gift has is unknown, whatever its letters', async () => {
  for (const token of ['%00', '%0d%0a', 'a'.repeat(100), '..%2f'])
    for (const act of ['', '/pdf', '/resend']) {
      const { statusCode, body } = await site.app.inject({ method: 'GET', url: `/g/${token}${act}` });
      assert.ok(statusCode === 404 || statusCode === 400, `${token}${act}: ${statusCode}`);
      assert.doesNotMatch(body, /Invalid character|FST_ERR|Internal Server Error/);
    }
});
