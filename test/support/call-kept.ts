/** Waits for the sample of a call, which is noted in memory first. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestWorld } from './test-world.ts';

const patienceMs = 60_000;

/** Of a command that was called, with this outcome; only a few calls of one moment are kept. */
export async function callKept({ home: { db } }: TestWorld, cmd: string, outcome = 'ok'): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rowCount } = await db.query(`select from api_calls where cmd = $1 and outcome = $2`, [
      cmd,
      outcome,
    ]);
    if (rowCount !== 0) return;
    assert.ok(performance.now() < deadline, `no ${cmd} was kept`);
    await sleep(50);
  }
}
