import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProofRunner } from '../../../src/reports/proof/run-proofs.ts';
import { testWorld } from '../../support/test-world.ts';

test('a proof that processes are lost with is begun again twice, then given up', async () => {
  await using world = await testWorld();
  const { db } = world.home;
  const runner = createProofRunner(world.ctx);
  const ended: string[] = [];
  for (const lost of [0, 2, 3]) {
    // As it lies where as many processes have claimed it and were killed.
    await db.query(
      `insert into proofs (state, attempts, asked_name, asked_at, due_at)
       values ($1, $2, 'Анна', $3, $3)`,
      [lost === 0 ? 'waiting' : 'running', lost, world.clock.now()],
    );
    assert.equal(await runner.round(), 1);
    const { rows } = await db.query<{ state: string }>(`select state from proofs order by id desc limit 1`);
    ended.push(rows[0]?.state ?? '');
  }
  assert.deepEqual(ended, ['done', 'done', 'interrupted']);
  assert.equal(await runner.round(), 0);
});
