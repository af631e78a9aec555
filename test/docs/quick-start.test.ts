/** The quick start as a newcomer types it: in a clone, with the programs of the machine and what the page itself sets. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, samplesOf } from './read-samples.ts';
import { assertAnswers, isProgram, runnerOf } from './run-sample.ts';
import { sampleWorld, type SampleWorld } from './sample-world.ts';

const samples = samplesOf('docs/quick-start.md');
const given = samples.find(({ code }) => code.startsWith('export '));

/** What the page exports, and nothing else that points to a server, a client or an SDK. */
function environment(place: SampleWorld): NodeJS.ProcessEnv {
  const bare = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const script = `${place.adapted(given?.code ?? '')}\nenv -0`;
  const printed = execFileSync('sh', ['-ec', script], { env: bare, encoding: 'utf8' });
  const pairs = printed.split('\0').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** A clone after `npm start`. */
function clone(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(root)) {
    if (name.startsWith('.')) continue;
    if (name === 'bin') cpSync(join(root, name), join(folder, name), { recursive: true });
    else symlinkSync(join(root, name), join(folder, name));
  }
  return folder;
}

test('the samples of the quick start do what it says', async () => {
  assert.ok(given !== undefined);
  await using place = await sampleWorld();
  const folder = clone(join(place.newFolder(), 'facevalue'));
  await using runner = runnerOf({ ...place, env: environment(place), newFolder: () => folder });
  let printed = '';
  for (const sample of samples) {
    if (sample.marks.has('answer')) assertAnswers(sample, printed);
    else if (isProgram(sample)) printed = await runner.run(sample);
  }
});
