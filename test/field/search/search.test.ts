import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as holds, asyncProperty, string } from 'fast-check';
import { isKey, readWanted } from '../../../src/orders/search/terms.ts';
import { hasWords, queryOf, wordsOf } from '../../../src/platform/text/name-words.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { searchSamples, type ReadAs } from './samples.ts';

for (const { name, input, right } of searchSamples) {
  test(`${name} in the search`, () => {
    const wanted = readWanted(input) ?? assert.fail('nothing is wanted');
    const read: ReadAs = {
      ...(wanted.number !== null && { number: wanted.number }),
      ...(wanted.mail !== null && { mail: wanted.mail }),
      ...(wanted.phone !== null && { phone: wanted.phone }),
      ...(wanted.isUuid && { isUuid: true as const }),
      ...(right.words !== undefined && { words: wanted.words }),
    };
    assert.deepEqual(read, right);
    assert.equal(isKey(wanted), right.words === undefined);
  });
}

test('signs that nobody sees are no search', () => assert.equal(readWanted(' \u200B\uFEFF '), null));

test('whatever is typed is a query that the database understands, and a name is found by its own words', async () => {
  await using database = await migratedDatabase();
  await holds(
    asyncProperty(string({ unit: 'grapheme', maxLength: 40 }), async (typed) => {
      const name = typed.replaceAll('\0', '');
      const words = wordsOf(name);
      const { rows } = await database.db.query<{ found: boolean | null }>(
        `select ${hasWords('$1::text', '$2::text')} as found`,
        [`Лес «${name}»`, queryOf([...words, 'лес'])],
      );
      assert.equal(typeof rows[0]?.found, 'boolean');
      if (/^[a-zа-яё0-9 «»,.-]*$/i.test(name)) assert.equal(rows[0]?.found, true, name);
    }),
  );
});
