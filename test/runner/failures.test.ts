import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import type { Ended } from './job.ts';
import { totalsOf } from './progress.ts';
import { runJobs } from './run-jobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-failures-'));
after(() => rmSync(folder, { recursive: true }));

interface Planted {
  text: string;
  passed: number;
  /** One for each failure, in their order. */
  failures: RegExp[];
  skipped?: number;
}

const hook = (name: string, passed: number, failures: RegExp[]): Planted => ({
  text: `${name}(() => { throw new Error('planted in ${name}'); }); test('one', () => {});`,
  passed,
  failures,
});

/** Each kind of failure, in a file of its own. */
const planted: Record<string, Planted> = {
  none: { text: `test('one', () => {}); test('two', () => {});`, passed: 2, failures: [] },
  test: {
    text: `test('one', () => {}); test('two', () => { throw new Error('planted'); });`,
    passed: 1,
    failures: [/planted/],
  },
  last: {
    text: `for (let i = 0; i < 150; i++) test('t' + i, () => {}); test('last', () => { throw new Error('planted'); });`,
    passed: 150,
    failures: [/planted/],
  },
  nested: {
    text: `describe('a', () => { describe('b', () => { test('c', () => { throw new Error('planted'); }); test('d', () => {}); }); });`,
    passed: 1,
    failures: [/planted/],
  },
  subtest: {
    text: `test('a', async (t) => { await t.test('b', () => { throw new Error('planted'); }); });`,
    passed: 0,
    failures: [/planted/, /1 subtest failed/],
  },
  before: hook('before', 0, [/did not finish/, /planted in before/]),
  after: hook('after', 1, [/planted in after/]),
  'before-each': hook('beforeEach', 0, [/planted in beforeEach/]),
  'after-each': hook('afterEach', 0, [/planted in afterEach/]),
  'after-of-suite': {
    text: `describe('a', () => { after(() => { throw new Error('planted'); }); test('b', () => {}); });`,
    passed: 1,
    failures: [/planted/],
  },
  loading: {
    text: `test('one', () => {}); await Promise.resolve(); throw new Error('planted');`,
    passed: 0,
    failures: [/did not finish/, /planted/],
  },
  missing: { text: `import './nowhere.mjs'; test('one', () => {});`, passed: 0, failures: [/nowhere/] },
  late: {
    text: `test('one', () => { setImmediate(() => { throw new Error('planted'); }); });`,
    passed: 1,
    failures: [/had ended, or unseen by it: Error: planted/],
  },
  'late-rejection': {
    text: `test('one', () => { setTimeout(() => void Promise.reject(new Error('planted')), 1); });`,
    passed: 1,
    failures: [/had ended, or unseen by it: Error: planted/],
  },
  exit: {
    text: `test('one', () => {}); test('two', () => process.exit(0)); test('three', () => {});`,
    passed: 2,
    failures: [/process\.exit\(0\) was called/],
  },
  'swallowed-exit': {
    text: `test('one', () => { try { process.exit(0); } catch {} });`,
    passed: 1,
    failures: [/unseen by it: Error: process\.exit\(0\) was called/],
  },
  killed: {
    text: `test('one', () => process.kill(process.pid, 'SIGKILL')); test('two', () => {});`,
    passed: 0,
    failures: [/SIGKILL/],
  },
  server: {
    text: `import { createServer } from 'node:net'; createServer().listen(0, '127.0.0.1'); test('one', () => {});`,
    passed: 1,
    failures: [/1 TCPSocketWrap still open|TCPServerWrap still open/],
  },
  child: {
    text: `import { spawn } from 'node:child_process'; spawn('sleep', ['600']); test('one', () => {});`,
    passed: 1,
    failures: [/ProcessWrap still open/],
  },
  environment: {
    text: `test('one', () => { process.env.PLANTED = '1'; });`,
    passed: 1,
    failures: [/environment variable PLANTED/],
  },
  'working-folder': { text: `process.chdir('/'); test('one', () => {});`, passed: 1, failures: [/folder/] },
  'exit-code': {
    text: `process.exitCode = 0; test('one', () => {});`,
    passed: 1,
    failures: [/exitCode is 0/],
  },
  listener: {
    text: `process.on('SIGTERM', () => {}); test('one', () => {});`,
    passed: 1,
    failures: [/listeners to SIGTERM/],
  },
  global: {
    text: `globalThis.fetch = () => {}; test('one', () => {});`,
    passed: 1,
    failures: [/global fetch/],
  },
  skipped: {
    text: `test('one', { skip: 'not here' }, () => {}); test('two', () => {});`,
    passed: 1,
    failures: [],
    skipped: 1,
  },
  empty: { text: '', passed: 0, failures: [/has no tests/] },
};

/** The run ends these, each in a process of its own. */
const endless: Record<string, Planted> = {
  hanging: {
    text: `test('one', () => {}); test('two', () => new Promise((done) => setTimeout(done, 600_000)));`,
    passed: 1,
    failures: [/had not ended after/],
  },
  blocked: { text: `test('one', () => { for (;;); });`, passed: 0, failures: [/had not ended after/] },
};

const DEADLINE_MS = 10_000;

test('whatever fails in a file fails that file, and nothing else of its process', async () => {
  const names = Object.keys(planted);
  for (const [name, { text }] of Object.entries(planted)) {
    write(name, text);
    write(`behind-${name}`, `test('fine', () => {});`);
  }
  const all = await runPlanted(names.flatMap((name) => [name, `behind-${name}`]));
  assert.deepEqual(
    all.filter((_, index) => index % 2 === 0).map(judged),
    names.map((name) => {
      const { passed, failures, skipped = 0 } = planted[name] as Planted;
      return { name, passed, failed: failures.length, skipped };
    }),
  );
  for (const [index, name] of names.entries())
    for (const [at, failure] of (planted[name] as Planted).failures.entries())
      assert.match(all[index * 2]?.failures[at]?.error ?? '', failure, name);
  assert.deepEqual(
    all.filter((_, index) => index % 2 === 1).map(judged),
    names.map((name) => ({ name: `behind-${name}`, passed: 1, failed: 0, skipped: 0 })),
  );
});

test('a file that does not end is ended at its deadline', async () => {
  for (const [name, { text }] of Object.entries(endless)) write(name, text);
  const all = await Promise.all(Object.keys(endless).map((name) => runPlanted([name])));
  for (const [index, { passed, failures }] of Object.values(endless).entries()) {
    const [ended] = all[index] as [Ended];
    assert.deepEqual(totalsOf([ended]), { passed, failed: 1, skipped: 0 });
    assert.match(ended.failures[0]?.error ?? '', failures[0] as RegExp);
  }
});

function write(name: string, text: string): void {
  const hooks = 'after, afterEach, before, beforeEach, describe, test';
  writeFileSync(join(folder, `${name}.mjs`), `import { ${hooks} } from 'node:test'; ${text}`);
}

/** One after the other, by one worker for as long as it can be used. */
async function runPlanted(names: string[]): Promise<Ended[]> {
  const all: Ended[] = [];
  await runJobs(
    names.map((name) => ({ file: join(folder, `${name}.mjs`), environment: 'plain', alone: false })),
    {
      workers: 1,
      patterns: [],
      environmentOf: () => process.env,
      durations: new Map(),
      leastDeadlineMs: DEADLINE_MS,
      onEnd: (ended) => void all.push(ended),
    },
  ).done;
  return all;
}

const judged = (ended: Ended) => ({ name: basename(ended.job.file, '.mjs'), ...totalsOf([ended]) });
