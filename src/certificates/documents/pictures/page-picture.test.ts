import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Config } from '../../../platform/settings/config.ts';
import type { HttpClient } from '../../../platform/network/http-client.ts';
import { knownGround, pagePicture, pagePicturePath, pictureUrlOf } from './page-picture.ts';

const keyring = { token: (thing: string) => `proof-of-${Buffer.from(thing).toString('hex').slice(0, 400)}` };
const url = 'https://brand.example/листва.jpg?v=1';
const config = { baseUrl: 'https://gift.example' } as Config;

function foreign(head: Buffer) {
  const calls: string[] = [];
  const http: HttpClient = {
    send: (call) => {
      calls.push(call.url);
      return Promise.resolve({ is: 'answered', status: 200, headers: {}, head, whole: true, durationMs: 1 });
    },
    close: () => Promise.resolve(),
  };
  return { http, calls };
}

test('the path of a picture resolves to its address, and a forged path to none', () => {
  const path = pagePicturePath(keyring, url, 680) ?? '';
  const [, , width, proof = '', name = ''] = path.split('/');
  assert.equal(width, '680');
  assert.equal(pictureUrlOf(keyring, proof, name), new URL(url).href);
  const other = `${Buffer.from('https://169.254.169.254/').toString('base64url')}.webp`;
  for (const [by, of] of [
    [proof, other],
    ['', name],
    [`${proof}x`, name],
    [proof, name.replace('.webp', '')],
    [proof, `../${name}`],
    [proof, `${'a'.repeat(5000)}.webp`],
  ] as const)
    assert.equal(pictureUrlOf(keyring, by, of), null);
});

test('a value that is not a web address has no path', () => {
  for (const none of [null, '', 'javascript:alert(1)', `https://a.example/${'x'.repeat(1000)}`])
    assert.equal(pagePicturePath(keyring, none, 1360), null);
});

test('a picture is fetched once for all sizes, and its colour is known from then on', async () => {
  const red = await sharp({ create: { width: 1400, height: 700, channels: 3, background: '#c81e1e' } })
    .png()
    .toBuffer();
  const { http, calls } = foreign(red);
  assert.equal(knownGround({ http }, url), null);
  const address = new URL(url).href;
  const [small, large] = await Promise.all([
    pagePicture({ config, db: null, http }, address, 680),
    pagePicture({ config, db: null, http }, address, 1360),
    pagePicture({ config, db: null, http }, address, 680),
  ]);
  assert.deepEqual((await sharp(small ?? undefined).metadata()).height, 310);
  assert.deepEqual((await sharp(large ?? undefined).metadata()).height, 620);
  assert.equal(calls.length, 1);
  assert.match(knownGround({ http }, url) ?? '', /^#c[\da-f]1[\da-f]1[\da-f]$/);
});

test('data that only begins like a picture is rejected', async () => {
  const { http } = foreign(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(50, 1)]));
  assert.equal(await pagePicture({ config, db: null, http }, 'https://brand.example/a.png', 680), null);
});
