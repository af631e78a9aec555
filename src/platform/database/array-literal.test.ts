import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { arrayLiteral } from './array-literal.ts';

test('PostgreSQL reads back what was written, whatever the text', async () => {
  await using world = await migratedDatabase();
  const texts = fc.array(fc.option(fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))));
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.uint8Array()), async (strings, bytes) => {
      const { rows } = await world.db.query<{ strings: string[]; bytes: Buffer[] }>(
        `select $1::text[] as strings, $2::bytea[] as bytes`,
        [arrayLiteral(strings), arrayLiteral(bytes)],
      );
      assert.deepEqual(rows[0]?.strings, strings);
      assert.deepEqual(
        rows[0]?.bytes.map((one) => [...one]),
        bytes.map((one) => [...one]),
      );
    }),
    { numRuns: 200 },
  );
});

test('numbers, flags, instants and null are written', () => {
  const instant = new Date('2026-11-21T09:00:00Z');
  assert.equal(
    arrayLiteral([1, -2.5, true, false, null, instant]),
    '{1,-2.5,t,f,NULL,"2026-11-21T09:00:00.000Z"}',
  );
});
