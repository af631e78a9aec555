/** Tests that know nothing of clusters also hold on one: the run has run them there before this file, which lets Citus plan what they sent. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { isExplainable, readStatements } from '../statements/gathered.ts';
import { openPlanner } from '../statements/planner.ts';
import { told, verdictOf } from '../statements/verdict.ts';
import { spreadDatabase, withoutCitus } from '../support/citus-database.ts';
import { filesOnCluster, notOnCluster, STATEMENTS_THERE_VARIABLE } from './run-on-cluster.ts';

const cells = 3;
const folder = process.env[STATEMENTS_THERE_VARIABLE] ?? '';

test(
  'a cluster refuses no statement that the listed tests have sent there',
  { skip: withoutCitus },
  async () => {
    await using database = await spreadDatabase({ cells });
    await using planner = await openPlanner(database.url);
    const refused: string[] = [];
    const statements = readStatements(folder).filter(isExplainable);
    for (const statement of statements.filter(({ places }) => places.length > 0)) {
      const { kind, detail } = await verdictOf(planner.of(statement), statement);
      if (kind === 'refused') refused.push(told(statement, detail));
    }
    assert.deepEqual(refused, []);
    assert.ok(statements.length > 200, `${statements.length} statements were noted`);
  },
);

test('whatever is said to hold on a cluster, or not to, is there', () => {
  const named = [...filesOnCluster(true), ...Object.keys(notOnCluster)];
  assert.deepEqual(
    named.filter((file) => !existsSync(file)),
    [],
  );
  assert.equal(new Set(named).size, named.length);
});
