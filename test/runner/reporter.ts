/** The reporter of a worker: tells the run each test that ended. */
import { relative } from 'node:path';
import { Transform } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { FromWorker } from './told.ts';

interface Ended {
  name: string;
  nesting: number;
  file?: string;
  line?: number;
  skip?: string | boolean;
  todo?: string | boolean;
  details: { duration_ms: number; type?: string; error?: Failure };
}

interface Failure extends Error {
  failureType?: string;
}

/** Lines of a stack that lead from here to the test. */
const ofTheRunner =
  /^ +at .*(node:internal\/(test_runner|process|util)|node:async_hooks|test\/runner\/worker\.ts|Promise\.all \(index)/;

/** The names of the suites and tests that run, by their depth. Those of depth 0 are files. */
const around: string[] = [];

export default new Transform({
  writableObjectMode: true,
  transform(event: TestEvent, _encoding, done) {
    if (event.type === 'test:start') around.splice(event.data.nesting, Infinity, event.data.name);
    const told = toldOf(event);
    if (told !== null) process.send?.(told);
    done();
  },
});

function toldOf(event: TestEvent): FromWorker | null {
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return null;
  const ended: Ended = event.data;
  const error = event.type === 'test:fail' ? ownError(ended) : '';
  if (ended.nesting === 0) return { told: 'file', error };
  if (ended.details.type === 'suite' && error === '') return null;
  return {
    told: 'test',
    names: [...around.slice(1, ended.nesting), ended.name],
    end: endOf(event.type, ended),
    ms: ended.details.duration_ms,
    place: `${relative('', ended.file ?? '')}:${ended.line ?? 0}`,
    error,
  };
}

function endOf(type: 'test:pass' | 'test:fail', { skip, todo }: Ended): 'passed' | 'failed' | 'skipped' {
  if ((skip ?? todo) !== undefined) return 'skipped';
  return type === 'test:fail' ? 'failed' : 'passed';
}

/** Empty for a suite of which only tests have failed, which tell it themselves. */
function ownError({ details: { error, type } }: Ended): string {
  if (error === undefined || (type === 'suite' && error.failureType === 'subtestsFailed')) return '';
  const cause = error.cause ?? error;
  const told = (typeof cause === 'string' ? cause : inspect(cause, { depth: 6 }))
    .split('\n')
    .filter((line) => !ofTheRunner.test(line))
    .join('\n');
  return error.failureType === 'hookFailed' ? `in a hook: ${told}` : told;
}
