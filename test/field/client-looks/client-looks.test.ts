import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { judgeSender, type ForeignNames } from '../../../src/acts/looks/foreign-names.ts';
import { siteName } from '../../../src/certificates/looks/client-look.ts';
import { cleanFields, judgeFields } from '../../../src/certificates/looks/judge-look.ts';
import { makeLogo } from '../../../src/certificates/documents/pictures/make-logo.ts';
import { logoSamples, lookSamples, type LogoKind } from './samples.ts';

const foreign: ForeignNames = {
  own: 'Клуб бонусов',
  ownAddresses: [],
  others: ['Facevalue', 'Листва', 'Orbita', 'Звезда'],
};

describe('fields of looks', () => {
  for (const { name, input, right } of lookSamples)
    test(name, () => {
      const fields = cleanFields(input);
      const problems = judgeFields(fields);
      const all = problems.length > 0 ? problems : judgeSender(fields, foreign);
      assert.deepEqual(
        all.map(({ field, why }) => `${field}: ${why}`),
        right === 'fine' ? [] : [right],
      );
    });
});

const readAs = (typed: string) => siteName(cleanFields({ site: typed }).site);

test('a site is read in its own letters where they pass for no others', () => {
  assert.equal(readAs('клуб.рф'), 'клуб.рф');
  assert.equal(readAs('https://club.example/gifts/'), 'club.example/gifts');
  assert.equal(readAs('\u043Erbita.example'), 'xn--rbita-iye.example');
});

/** A ring, so that most of it is ground. */
const ring = (colour: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><circle cx="200" cy="100" r="60" fill="none" stroke="${colour}" stroke-width="16"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

const files: Record<LogoKind, () => Promise<Buffer>> = {
  'svg with a script': () =>
    Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')),
  'html named png': () => Promise.resolve(Buffer.from('<!doctype html><script>alert(1)</script>')),
  'white on transparent': () => ring('#ffffff'),
  'dark on transparent': () => ring('#101010'),
  tiny: () =>
    sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
      .png()
      .toBuffer(),
  noise: () =>
    sharp({
      create: {
        width: 900,
        height: 500,
        channels: 3,
        background: '#888888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer(),
  'cut off': async () => (await ring('#101010')).subarray(0, 700),
  line: () =>
    sharp({ create: { width: 3000, height: 24, channels: 3, background: '#123456' } })
      .png()
      .toBuffer(),
};

describe('logos', () => {
  for (const { name, input, right } of logoSamples)
    test(name, async () => {
      const made = await makeLogo(await files[input]());
      assert.equal(made.is === 'made' ? 'made' : made.why, right);
      if (made.is === 'refused') return;
      const { data, info } = await sharp(made.logo.png)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      assert.deepEqual([...data.subarray(0, 3)], [255, 255, 255], 'its ground is white');
      assert.deepEqual([info.width, info.height], [made.logo.width, made.logo.height]);
      assert.ok(made.logo.png.length <= 24_000);
      assert.ok(
        made.logo.width <= 5 * made.logo.height,
        'it fits a phone and leaves space beside it on paper',
      );
    });
});
