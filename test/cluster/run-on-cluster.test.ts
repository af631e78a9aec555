/** Tests that know nothing of clusters also hold on one, and Citus plans each statement that they send. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { gatheringIn, isExplainable, readStatements } from '../statements/gathered.ts';
import { openPlanner } from '../statements/planner.ts';
import { told, verdictOf } from '../statements/verdict.ts';
import { spreadDatabase, withoutCitus } from '../support/citus-database.ts';
import { ALL_VARIABLE, filesOnCluster, notOnCluster } from './run-on-cluster.ts';

const cells = 3;
const files = filesOnCluster(process.env[ALL_VARIABLE] !== undefined);
/** Of each file, on average, on a machine that does other things too. */
const mostMs = 120_000;

test(
  'listed tests hold on a cluster, which refuses no statement',
  { skip: withoutCitus, timeout: files.length * mostMs },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'facevalue-statements-'));
    const { code, said } = await runFiles(folder);
    assert.equal(code, 0, said);

    await using database = await spreadDatabase({ cells });
    await using planner = await openPlanner(database.url);
    const refused: string[] = [];
    const statements = readStatements(folder).filter(isExplainable);
    for (const statement of statements.filter(({ places }) => places.length > 0)) {
      const { kind, detail } = await verdictOf(planner.of(statement), statement);
      if (kind === 'refused') refused.push(told(statement, detail));
    }
    rmSync(folder, { recursive: true });
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

async function runFiles(statementsIn: string): Promise<{ code: unknown; said: string }> {
  const { NODE_TEST_CONTEXT: _ofThisRun, ...environment } = process.env;
  const runner = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--test',
      '--test-force-exit',
      '--test-concurrency=2',
      ...files,
    ],
    {
      env: {
        ...environment,
        FACEVALUE_TEST_WORLDS: 'citus',
        FACEVALUE_TEST_CELLS: String(cells),
        ...gatheringIn(statementsIn),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => runner.once('close', resolve));
  const said = await text(runner.stdout);
  return { code: await ended, said };
}
