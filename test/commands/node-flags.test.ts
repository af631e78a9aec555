import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import nodeFlags from '../../bin/node-flags.json' with { type: 'json' };

/** Objects that were all kept so far are made once more: how many of them begin as old ones? */
const program = `
  const make = (index) => [index, index, index];
  const kept = [];
  for (let index = 0; index < 1_500_000; index += 1) kept.push(make(index));
  let old = 0;
  for (let index = 0; index < 1000; index += 1) if (!%InYoungGeneration(make(index))) old += 1;
  console.log(old);`;

for (const role of ['serve', 'start'] as const) {
  test(`${role} makes new objects young, whatever became of earlier ones`, () => {
    const flags = [...nodeFlags[role], '--allow-natives-syntax', '-e', program];
    const old = Number(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
    // A few are made while the garbage collector moves others.
    assert.ok(old < 100, `${old} of 1000 began as old ones`);
  });
}
