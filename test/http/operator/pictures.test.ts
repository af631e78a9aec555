import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { findProduct } from '../../../src/catalog/find-product.ts';
import { maxUploadBytes } from '../../../src/certificates/documents/pictures/make-pictures.ts';
import { productPicture } from '../../../src/certificates/documents/pictures/product-picture.ts';
import { operator } from '../../../src/people/access/party.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const plain = (width: number, height: number, background = '#1e78c8') =>
  sharp({ create: { width, height, channels: 3, background } });

/** Noise can't be compressed. */
const photograph = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A picture of 60,000 × 60,000 pixels in a few bytes. */
function hugePng(): Buffer {
  const heading = Buffer.alloc(13);
  heading.writeUInt32BE(60_000, 0);
  heading.writeUInt32BE(60_000, 4);
  heading.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', heading),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const send = (who: Visitor, productId: number, bytes: Buffer, form: Record<string, string> = {}) =>
  who.upload(`/o/products/${productId}/picture`, form, { field: 'picture', name: 'a.png', bytes });

describe('pictures of products, uploaded', () => {
  let world: TestWorld;
  let catalogue: Visitor;
  let support: Visitor;

  before(async () => {
    world = await testWorld();
    catalogue = await visitor(world, operator, 'catalogue');
    support = await visitor(world, operator, 'support');
  });
  after(() => world[Symbol.asyncDispose]());

  const imagesOf = async (id: number) => (await findProduct(world.ctx.db, id))?.images ?? assert.fail();

  test('a picture is kept in three sizes, shown at once, served as it is and replaced', async () => {
    const { id } = await world.product({ scheme: 'platform', title: 'Чай' });
    const upload = await photograph(2000, 1400).webp().toBuffer();
    assert.equal((await send(catalogue, id, upload)).statusCode, 303);
    const images = await imagesOf(id);
    for (const [address, width, height] of [
      [images.large, 1360, 620],
      [images.medium, 680, 310],
      [images.small, 340, 155],
    ] as const) {
      const served = await world.server.inject({ url: new URL(address).pathname });
      assert.equal(served.statusCode, 200, address);
      assert.match(String(served.headers['cache-control']), /immutable/);
      assert.equal(served.headers['content-type'], 'image/jpeg');
      const size = await sharp(served.rawPayload).metadata();
      assert.deepEqual([size.width, size.height], [width, height]);
      assert.ok(served.rawPayload.length <= 400_000);
      assert.deepEqual(await productPicture(world.ctx, address), served.rawPayload, 'for letters and PDF');
    }
    const served = Buffer.from(images.large).toString('base64url');
    assert.ok((await catalogue.get(`/o/products/${id}/templates/look`)).body.includes(served));
    const shown = /<img class="sample" src="([^"]+)"/.exec((await catalogue.get(`/o/products/${id}`)).body);
    assert.equal((await world.server.inject({ url: shown?.[1] ?? '' })).statusCode, 200);

    assert.equal((await send(catalogue, id, await plain(1360, 620).png().toBuffer())).statusCode, 303);
    assert.notEqual((await imagesOf(id)).large, images.large);
    const former = await world.server.inject({ url: new URL(images.large).pathname });
    assert.equal(former.statusCode, 200, 'sold certificates keep it');
    const { rows } = await world.ctx.db.query<{ before: string | null; after: string }>(
      `select before, after from audit where act = 'picture.set' order by seq`,
    );
    assert.equal(rows.length, 2);
    assert.match(rows[1]?.before ?? '', new RegExp(images.large.slice(-30)));
  });

  test('all products of a brand get it at once', async () => {
    const first = await world.product({ scheme: 'platform' });
    const added = await catalogue.post(`/o/suppliers/${first.supplierId}/products`, {
      title: 'Ещё один',
      brand: (await findProduct(world.ctx.db, first.id))?.brand ?? '',
      scheme: 'platform',
      faces: '500',
    });
    const second = Number(String(added.headers.location).split('?')[0]?.split('/').at(-1));
    const upload = await plain(1360, 620, '#224466').jpeg().toBuffer();
    assert.equal((await send(catalogue, first.id, upload, { ofBrand: 'yes' })).statusCode, 303);
    assert.deepEqual(await imagesOf(second), await imagesOf(first.id));
  });

  test('what is no good picture is refused, says why, and changes nothing', async () => {
    const { id } = await world.product({ scheme: 'platform' });
    const images = await imagesOf(id);
    const whole = await photograph(1400, 700).jpeg().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1360" height="620"/>');
    for (const [bytes, why] of [
      [svg, /no PNG, JPEG or WebP/],
      [Buffer.from('GIF89a'), /no PNG, JPEG or WebP/],
      [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), svg]), /damaged/],
      [whole.subarray(0, whole.length / 2), /damaged/],
      [hugePng(), /40 million pixels/],
      [await plain(300, 200).png().toBuffer(), /smaller than 680/],
      [Buffer.alloc(maxUploadBytes + 1, 0xff), /larger than 8 MB/],
      [Buffer.alloc(0), /no PNG/],
    ] as const) {
      const refused = await send(catalogue, id, bytes);
      assert.equal(refused.statusCode, 422, String(why));
      assert.match(refused.body, why);
    }
    assert.equal((await catalogue.post(`/o/products/${id}/picture`)).statusCode, 422, 'no file');
    assert.deepEqual(await imagesOf(id), images);
    assert.equal((await send(support, id, whole)).statusCode, 404);
    assert.equal((await send(catalogue, 999_999, whole)).statusCode, 404);
  });

  test('nothing of the file but its pixels is ever served', async () => {
    const { id } = await world.product({ scheme: 'platform' });
    const secret = '<script>alert(1)</script>';
    const jpeg = await photograph(1400, 700)
      .withExif({ IFD0: { Copyright: secret } })
      .jpeg()
      .toBuffer();
    assert.ok(jpeg.includes(secret));
    assert.equal((await send(catalogue, id, Buffer.concat([jpeg, Buffer.from(secret)]))).statusCode, 303);
    const { rows } = await world.ctx.db.query<{ bytes: Buffer }>(`select bytes from pictures`);
    assert.ok(rows.length >= 3 && rows.every(({ bytes }) => !bytes.includes('<script')));
    for (const wrong of ['/pictures/of/1/x.png', `/pictures/of/501/${'a'.repeat(22)}-large.png`])
      assert.equal((await world.server.inject({ url: wrong })).statusCode, 404);
  });
});
