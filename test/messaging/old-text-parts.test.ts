/** Parts of old texts are forgotten, however many they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shop, textWorld } from '../support/text-world.ts';
import { settle } from '../support/worker-world.ts';

const old = 1200;

test('all parts older than a week are forgotten at once, younger ones stay', async () => {
  await using at = await textWorld();
  const { db, clock } = at.world;
  await db.query(
    `insert into text_parts (client_id, request_id, kind, round, part, of_parts, provider, message_id, sent_at)
     select $1, n, 'notice', 1, 1, 1, 'primary', n::text, $2::timestamptz - interval '1 day' * case when n <= $3 then 8 else 6 end
     from generate_series(1, $3::integer + 5) as n`,
    [shop, clock.now(), old],
  );
  await settle(at.reporter);
  const { rows } = await db.query(`select count(*) as left, min(request_id) as first from text_parts`);
  assert.deepEqual(rows, [{ left: 5, first: old + 1 }]);
});
