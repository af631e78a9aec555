import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Config } from '../../../platform/settings/config.ts';
import type { HttpOutcome } from '../../../platform/network/http-call.ts';
import type { HttpClient } from '../../../platform/network/http-client.ts';
import { pictureType, productPicture } from './product-picture.ts';

const baseUrl = 'https://gift.example';
const ownPictures = join(import.meta.dirname, '../../../../seeds/pictures');
const config = { baseUrl, ownPictures } as Config;
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]);

/** A remote server that answers with these bytes. */
function foreign(bytes: Buffer, more: Partial<HttpOutcome> = {}): { http: HttpClient; calls: string[] } {
  const calls: string[] = [];
  const answer = {
    is: 'answered',
    status: 200,
    headers: {},
    head: bytes,
    whole: true,
    durationMs: 1,
    ...more,
  };
  const http: HttpClient = {
    send: ({ url }) => {
      calls.push(url);
      return Promise.resolve(answer as HttpOutcome);
    },
    close: () => Promise.resolve(),
  };
  return { http, calls };
}

test('our own pictures are read from their folder and from nowhere else', async () => {
  const { http, calls } = foreign(jpeg);
  const own = await productPicture({ config, db: null, http }, `${baseUrl}/pictures/lnitsa-large.png`);
  assert.deepEqual(own, readFileSync(join(ownPictures, 'lnitsa-large.png')));
  for (const name of ['../design.ts', '..%2fdesign.ts', 'draw.ts', '', 'missing.png']) {
    assert.equal(await productPicture({ config, db: null, http }, `${baseUrl}/pictures/${name}`), null, name);
  }
  assert.deepEqual(calls, []);
});

test('without a folder of pictures, our own addresses are fetched like any other', async () => {
  const { http, calls } = foreign(jpeg);
  const url = `${baseUrl}/pictures/lnitsa-large.png`;
  const bare = { ...config, ownPictures: null };
  assert.deepEqual(await productPicture({ config: bare, db: null, http }, url), jpeg);
  assert.deepEqual(calls, [url]);
});

test('a picture from another server is fetched once', async () => {
  const { http, calls } = foreign(jpeg);
  for (let time = 0; time < 3; time++) {
    assert.deepEqual(await productPicture({ config, db: null, http }, 'https://brand.example/a.jpg'), jpeg);
  }
  assert.equal(calls.length, 1);
});

test('a picture that cannot be fetched is left out and not fetched again at once', async () => {
  const page = Buffer.from('<!doctype html>');
  const answers = [foreign(page), foreign(jpeg, { status: 404 }), foreign(jpeg, { whole: false })];
  for (const { http, calls } of answers) {
    for (let time = 0; time < 2; time++) {
      assert.equal(await productPicture({ config, db: null, http }, 'https://brand.example/a.jpg'), null);
    }
    assert.equal(calls.length, 1);
  }
  const { http } = foreign(jpeg);
  assert.equal(await productPicture({ config, db: null, http }, null), null);
});

test('the type of a picture is detected from its bytes', () => {
  assert.equal(pictureType(jpeg), 'image/jpeg');
  assert.equal(pictureType(Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1')), 'image/png');
  assert.equal(pictureType(Buffer.from('<svg/>')), null);
});
