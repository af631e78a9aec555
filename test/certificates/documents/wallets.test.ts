import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, verify } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../../src/platform/settings/config.ts';
import { inBrowser, launchBrowser, visit } from '../../support/gift-browser.ts';
import { storedFiles } from '../../support/stored-zip.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { needsOpenssl, walletKeys, type WalletKeys } from '../../support/wallet-keys.ts';

const keys = needsOpenssl.skip === false ? walletKeys() : null;
after(() => keys?.[Symbol.dispose]());

const inChromium = { skip: needsOpenssl.skip === false ? inBrowser.skip : needsOpenssl.skip };

/** The test's certificates become valid when it runs. */
const now = new Date(Date.now() + 3_600_000).toISOString();

interface Gift {
  link: string;
  number: string;
  pin: string;
}

/** An issued certificate with a barcode, as its recipient gets it. */
async function issuedGift(world: TestWorld, title = 'Чайная лавка «Листва»'): Promise<Gift> {
  const shop = await world.client();
  const product = await world.product({
    title,
    barcodeKind: 'ean13',
    disclaimer: '<ol><li>Сертификат действует во всех лавках.</li></ol>',
    issuerName: 'ООО «Листва»',
  });
  await world.pool(product, 1000, [{ number: '4006381333931', pin: '4821' }]);
  const id = await shop.makeOrder({ product_id: product.id, face: 1000, delivery_type: 'link' });
  await world.settle();
  const { download_url: link } = await shop.getLinks(id);
  return { link: link ?? '', number: '4006381333931', pin: '4821' };
}

const post = (link: string, wallet: string, language = 'ru'): Promise<Response> =>
  fetch(`${link}/wallet/${wallet}?lang=${language}`, { method: 'POST', redirect: 'manual' });

async function readings(world: TestWorld): Promise<string[]> {
  const { rows } = await world.home.db.query<{ reader: string }>(
    `select reader from code_readings order by at, id`,
  );
  return rows.map(({ reader }) => reader);
}

const settingsOf = ({ appleSettings, googleSettings }: WalletKeys) => ({
  ...appleSettings,
  ...googleSettings,
});

test(
  'an Apple Wallet pass has the content of the page, and openssl verifies its signature',
  needsOpenssl,
  async () => {
    assert.ok(keys);
    await using world = await testWorld(settingsOf(keys), now);
    const gift = await issuedGift(world);
    const answer = await post(gift.link, 'apple');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/vnd.apple.pkpass');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    const files = storedFiles(Buffer.from(await answer.arrayBuffer()));

    const manifest = files.get('manifest.json') ?? Buffer.alloc(0);
    const hashes = JSON.parse(manifest.toString()) as Record<string, string>;
    const content = [...files.keys()].filter((name) => name !== 'manifest.json' && name !== 'signature');
    assert.deepEqual(Object.keys(hashes).toSorted(), content.toSorted());
    assert.ok(content.includes('icon.png') && content.includes('icon@2x.png'));
    for (const name of content) {
      const hash = createHash('sha1')
        .update(files.get(name) ?? '')
        .digest('hex');
      assert.equal(hashes[name], hash, name);
    }
    checkSignature(keys, manifest, files.get('signature') ?? Buffer.alloc(0));

    const pass = JSON.parse(files.get('pass.json')?.toString() ?? '');
    assert.equal(pass.passTypeIdentifier, 'pass.example.gift');
    assert.equal(pass.teamIdentifier, 'TEAM123456');
    assert.equal(pass.organizationName, 'ООО «Листва»');
    assert.equal(pass.logoText, 'Чайная лавка «Листва»');
    assert.equal(pass.storeCard.primaryFields[0].value, 1000);
    assert.equal(pass.storeCard.primaryFields[0].currencyCode, 'RUB');
    assert.equal(pass.storeCard.secondaryFields[0].value, gift.number);
    assert.equal(pass.storeCard.auxiliaryFields[0].value, gift.pin);
    assert.equal(pass.storeCard.backFields[1].value, '1. Сертификат действует во всех лавках.');
    // Apple does not support EAN-13.
    assert.deepEqual(pass.barcodes[0], {
      format: 'PKBarcodeFormatCode128',
      message: gift.number,
      messageEncoding: 'iso-8859-1',
      altText: gift.number,
    });
    assert.deepEqual(await readings(world), ['wallet']);
  },
);

function checkSignature({ folder }: WalletKeys, manifest: Buffer, signature: Buffer): void {
  writeFileSync(join(folder, 'manifest.json'), manifest);
  writeFileSync(join(folder, 'signature'), signature);
  const line =
    'cms -verify -inform DER -in signature -content manifest.json -binary -CAfile ca.pem -purpose any';
  const openssl = () =>
    execFileSync('openssl', [...line.split(' '), '-out', 'verified.json'], { cwd: folder, stdio: 'pipe' });
  openssl();
  writeFileSync(join(folder, 'manifest.json'), manifest.toString().replace('icon', 'Icon'));
  assert.throws(openssl, 'a changed manifest is not what was signed');
}

test('the Google Wallet link has a token that verifies with its key', needsOpenssl, async () => {
  assert.ok(keys);
  await using world = await testWorld(settingsOf(keys), now);
  const gift = await issuedGift(world);
  const answer = await post(gift.link, 'google', 'en');
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  const location = answer.headers.get('location') ?? '';
  assert.match(location, /^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/);
  assert.ok(location.length < 1800, `${location.length} characters: browsers and Google take 1,800`);
  const [head = '', body = '', signature = ''] = (location.split('/').at(-1) ?? '').split('.');
  const signed = Buffer.from(`${head}.${body}`);
  assert.ok(verify('RSA-SHA256', signed, keys.googlePublicKey, Buffer.from(signature, 'base64url')));
  assert.deepEqual(decoded(head), { alg: 'RS256', typ: 'JWT' });
  const claims = decoded(body);
  assert.equal(claims.iss, 'passes@facevalue.example');
  assert.equal(claims.aud, 'google');
  assert.equal(claims.typ, 'savetowallet');
  assert.equal(claims.iat, Math.floor(world.clock.now().getTime() / 1000));
  const [card] = claims.payload.giftCardObjects;
  assert.equal(card.classId, claims.payload.giftCardClasses[0].id);
  assert.match(card.id, /^3388000000012345678\.[\w.-]+$/);
  assert.equal(card.cardNumber, gift.number);
  assert.equal(card.pin, gift.pin);
  assert.deepEqual(card.balance, { micros: '1000000000', currencyCode: 'RUB' });
  assert.deepEqual(card.barcode, { type: 'EAN_13', value: gift.number, alternateText: gift.number });
  assert.deepEqual(await readings(world), ['wallet']);

  const long = await issuedGift(world, 'Очень длинное название '.repeat(10).trim());
  const longer = (await post(long.link, 'google')).headers.get('location') ?? '';
  assert.ok(longer.length > location.length && longer.length < 1800, `${longer.length} characters`);
});

const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

test('a GET opens nothing, and an unknown or used certificate gets its own page', needsOpenssl, async () => {
  assert.ok(keys);
  await using world = await testWorld(settingsOf(keys), now);
  const gift = await issuedGift(world);
  for (const wallet of ['apple', 'google']) {
    const asked = await fetch(`${gift.link}/wallet/${wallet}`, { redirect: 'manual' });
    assert.deepEqual(
      [asked.status, asked.headers.get('location')],
      [303, `${new URL(gift.link).pathname}?lang=ru`],
    );
    const unknown = `${world.baseUrl}/g/${'A'.repeat(22)}`;
    const answer = await post(unknown, wallet, 'en');
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get('location'), `/g/${'A'.repeat(22)}?lang=en`);
  }
  // After its certificate's end no pass would be accepted, so none is made.
  world.clock.forward('31 d');
  assert.equal((await post(gift.link, 'apple')).headers.get('content-type'), null);
  assert.deepEqual(await readings(world), []);
});

test(
  'the opened page offers the wallets, and its policy lets the form end at Google',
  needsOpenssl,
  async () => {
    assert.ok(keys);
    await using world = await testWorld(settingsOf(keys), now);
    const { link } = await issuedGift(world);
    const sealed = await fetch(link);
    assert.ok(!(await sealed.text()).includes('/wallet/'));
    assert.match(sealed.headers.get('content-security-policy') ?? '', /form-action 'self';/);
    const opened = await fetch(`${link}?lang=en`, { method: 'POST' });
    const page = await opened.text();
    for (const [wallet, phrase] of Object.entries({
      apple: 'Add to Apple Wallet',
      google: 'Add to Google Wallet',
    })) {
      assert.ok(page.includes(`/wallet/${wallet}?lang=en"`), wallet);
      assert.ok(page.includes(phrase), phrase);
    }
    assert.match(
      opened.headers.get('content-security-policy') ?? '',
      /form-action 'self' https:\/\/pay\.google\.com;/,
    );
    world.clock.forward('31 d');
    const later = await (await fetch(link, { method: 'POST' })).text();
    assert.ok(
      !later.includes('/wallet/apple') && later.includes('/wallet/google'),
      'the pass certificate is over',
    );
  },
);

test('the buttons download a pass and lead to Google without a referrer', inChromium, async () => {
  assert.ok(keys);
  await using world = await testWorld(settingsOf(keys), now);
  await using google = await googleServer();
  const { link } = await issuedGift(world);
  const browser = await launchBrowser([
    `--host-resolver-rules=MAP pay.google.com:443 127.0.0.1:${google.port}`,
  ]);
  try {
    const phone = { viewport: { width: 390, height: 844 }, ignoreHTTPSErrors: true };
    await visit(browser, phone, `${link}?lang=en`, async (page) => {
      await page.locator('button.reveal').click();
      const pass = page.waitForEvent('download');
      await page.getByText('Apple Wallet').click();
      assert.match((await pass).suggestedFilename(), /^certificate-[\d-]+\.pkpass$/);
      await page.getByText('Google Wallet').click();
      await page.waitForURL('https://pay.google.com/gp/v/save/*');
    });
  } finally {
    await browser.close();
  }
  const [saved] = google.asked;
  assert.ok(saved?.path.startsWith('/gp/v/save/') && saved.referrer === undefined);
  await world.settle();
  assert.deepEqual((await readings(world)).toSorted(), ['gift-page', 'wallet', 'wallet']);
});

/** Plays pay.google.com for a browser that is told where to find it, and keeps what it was asked for. */
async function googleServer() {
  const identity = readFileSync(join(import.meta.dirname, '../../support/mail-server.pem'));
  const asked: { path: string; referrer: string | undefined }[] = [];
  const server = createServer({ key: identity, cert: identity }, ({ url = '', headers }, answer) => {
    asked.push({ path: url, referrer: headers.referer });
    answer.end('Google');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('without wallet keys the routes do not exist', async () => {
  await using world = await testWorld();
  const gift = await issuedGift(world);
  for (const wallet of ['apple', 'google']) assert.equal((await post(gift.link, wallet)).status, 404);
  assert.deepEqual(await readings(world), []);
});

test('incomplete or mismatched wallet keys stop the start with an error', needsOpenssl, () => {
  assert.ok(keys);
  const { appleSettings, googleSettings, folder } = keys;
  const cases: [Record<string, string>, RegExp][] = [
    [
      { FACEVALUE_APPLE_PASS_KEY_FILE: join(folder, 'pass.key') },
      /CERTIFICATE_FILE and FACEVALUE_APPLE_WWDR_FILE must be set too, since FACEVALUE_APPLE_PASS_KEY_FILE is/,
    ],
    [{ ...appleSettings, FACEVALUE_APPLE_PASS_KEY_FILE: '/nowhere.key' }, /can't be read: \/nowhere\.key/],
    [{ ...appleSettings, FACEVALUE_APPLE_PASS_KEY_PASSPHRASE: 'wrong' }, /its passphrase must fit/],
    [
      { ...appleSettings, FACEVALUE_APPLE_PASS_KEY_FILE: join(folder, 'other.key') },
      /is not the key of the certificate/,
    ],
    [{ ...appleSettings, FACEVALUE_APPLE_WWDR_FILE: join(folder, 'other.pem') }, /did not issue/],
    [
      { ...appleSettings, FACEVALUE_APPLE_PASS_CERTIFICATE_FILE: join(folder, 'other.pem') },
      /is not a Pass Type ID certificate/,
    ],
    [{ ...googleSettings, FACEVALUE_GOOGLE_WALLET_ISSUER: 'mine' }, /digits only/],
    [
      { ...googleSettings, FACEVALUE_GOOGLE_WALLET_KEY_FILE: join(folder, 'pass.pem') },
      /JSON key file of a Google service account/,
    ],
  ];
  const needed = { FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), FACEVALUE_DATA: folder };
  for (const [settings, sentence] of cases)
    assert.throws(() => readConfig({ ...needed, ...settings }), sentence);
  assert.notEqual(readConfig({ ...needed, ...appleSettings }).wallets.apple, null);
});
