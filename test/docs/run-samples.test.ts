import { after, before, test } from 'node:test';
import { documents, samplesOf, type Sample } from './read-samples.ts';
import { assertAnswers, isProgram, runnerOf } from './run-sample.ts';
import { sampleWorld, type SampleWorld } from './sample-world.ts';

/** The Russian pages have the same samples: site.test.ts. These have tests of their own, where nothing is at hand but what they name. */
const ownTests = ['README.md', 'docs/quick-start.md', 'docs/first-sale.md'];
const pages = documents().filter((page) => !ownTests.includes(page) && !page.startsWith('docs/ru/'));
const isRun = ({ marks }: Sample): boolean => !marks.has('not-run') && !marks.has('tested-by');

let place: SampleWorld;
before(async () => {
  place = await sampleWorld();
});
after(() => place[Symbol.asyncDispose]());

for (const page of pages) {
  const samples = samplesOf(page).filter(isRun);
  if (!samples.some((sample) => isProgram(sample) || sample.language === 'sql')) continue;
  test(`the samples of ${page} do what it says`, async () => {
    await using runner = runnerOf(place);
    let printed = '';
    for (const sample of samples) {
      if (sample.language === 'sql') await runSql(sample);
      else if (sample.marks.has('answer')) assertAnswers(sample, printed);
      else if (isProgram(sample)) printed = await runner.run(sample);
    }
  });
}

async function runSql({ code }: Sample): Promise<void> {
  const connection = await place.world.home.db.connect();
  try {
    await connection.query('begin');
    await connection.query(code);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}
