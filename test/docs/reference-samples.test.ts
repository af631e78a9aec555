import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readOpenApi } from '../../packages/docs/src/reference/open-api.ts';
import { referencePages } from '../../packages/docs/src/reference/reference-pages.ts';
import { samplesIn } from './read-samples.ts';
import { isProgram, runnerOf } from './run-sample.ts';
import { sampleWorld, type SampleWorld } from './sample-world.ts';

let place: SampleWorld;
before(async () => {
  place = await sampleWorld();
});
after(() => place[Symbol.asyncDispose]());

/** These need a test key, and an order that was placed with it. */
const withTestKey = new Set(['moveTestClock']);
const orderOfSamples = '3500001';
const pages = new Map(referencePages().map(({ file, text }) => [file, text]));

/** The operations in their order: what one makes, another reads. */
for (const { cmd } of readOpenApi()['x-operations']) {
  test(`${cmd} can be called as the reference shows, in five languages`, async () => {
    const page = `docs/reference/${cmd}.md`;
    const samples = samplesIn(page, pages.get(page) ?? '').filter(isProgram);
    assert.deepEqual(
      samples.map(({ language }) => language),
      ['sh', 'ts', 'python', 'php', 'java'],
    );
    const russian = `docs/ru/reference/${cmd}.md`;
    const others = samplesIn(russian, pages.get(russian) ?? '').filter(isProgram);
    assert.deepEqual(
      others.map(({ code }) => code),
      samples.map(({ code }) => code),
    );
    const secret = withTestKey.has(cmd) ? place.testSecret : place.env['SECRET'];
    await using runner = runnerOf({ ...place, env: { ...place.env, SECRET: secret } });
    for (const sample of samples) {
      // Each has an order of its own: a certificate is not sent again and again.
      const needsOrder = sample.code.includes(orderOfSamples);
      const id = needsOrder ? String(await place.newOrder(secret)) : '';
      const code = sample.code.replaceAll(orderOfSamples, id);
      const printed = await runner.run({ ...sample, code });
      // An SDK throws when the answer is an error; the others print what came.
      if (sample.language === 'sh' || sample.language === 'java')
        assert.equal((JSON.parse(printed) as { status: string }).status, 'ok', printed);
      else assert.notEqual(printed.trim(), '');
    }
  });
}
