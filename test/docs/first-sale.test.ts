/** From an empty folder to the first sale: the samples of the page, in their order and a world of their own. */
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lastingPort } from '../support/lasting-port.ts';
import { root, samplesOf } from './read-samples.ts';
import { isProgram, runnerOf } from './run-sample.ts';
import { sampleWorld } from './sample-world.ts';

const samples = samplesOf('docs/first-sale.md').filter((one) => isProgram(one) && !one.marks.has('not-run'));
const isRefused = /status"?'?\]?\s*(?::|=>)\s*["']?error/;

test('the samples of docs/first-sale.md do what it says', async () => {
  await using place = await sampleWorld();
  const folder = place.newFolder();
  symlinkSync(join(root, 'bin'), join(folder, 'bin'));
  const env = { ...place.env, HOME: folder, PORT: String(await lastingPort()) };
  await using runner = runnerOf({ ...place, env, newFolder: () => folder });
  assert.ok(samples.length > 6);
  for (const sample of samples) {
    const isSetup = sample.code.includes('facevalue setup');
    // As the page says: there is no mail server yet.
    const code = isSetup ? `${sample.code.trim()} || test $? = 1\n` : sample.code;
    const printed = await runner.run({ ...sample, code });
    assert.doesNotMatch(printed, isRefused, `docs/first-sale.md:${sample.line}`);
    if (isSetup) assert.match(printed, /^ *http:\S+\/setup\?lang=en#\S+$/m);
  }
});
