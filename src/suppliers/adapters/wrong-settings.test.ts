import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adapterNamed } from './list.ts';
import { wrongSettings } from './wrong-settings.ts';

test('a setting that is unknown, missing or wrong is named with its path', () => {
  const settings = { url: 'https://shop.example', auth: { kind: 'bearer', token: 'secret', user: 'us' } };
  const { error } = adapterNamed('rest')?.settings.safeParse(settings) ?? {};
  assert.ok(error);
  assert.deepEqual(wrongSettings(error).toSorted(), [
    'auth.user: there is no such setting',
    'supplierUrl: it is missing',
    'url: there is no such setting',
  ]);
});
