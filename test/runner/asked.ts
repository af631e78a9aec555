/** What `npm test` was asked for: files and flags in any order, with `--` anywhere among them. */
import { existsSync, globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Wanted } from '../suites/jobs.ts';

export interface Asked extends Wanted {
  /** Only what is reached by changes since this commit; null: all that is wanted. */
  changedSince: string | null;
  /** Runs again what each further change reaches. */
  watch: boolean;
  /** Flags of Node's runner by which only some tests of a file run. */
  patterns: string[];
  /** Shuffles the files; null: the longest first. */
  seed: number | null;
  workers: number;
}

export class Misasked extends Error {}
export class HelpAsked extends Error {}

export const usage = `npm test [-- FILE… FLAGS]: files, folders or patterns, in any order with the flags; without any, the suite

  --test-name-pattern=TEXT  only tests whose name has it; more than once: any of them
  --test-skip-pattern=TEXT  all but those
  --changed[=COMMIT]        what your changes since the commit reach; without one: what is not committed
  --watch                   again, what each further change reaches
  --seed[=N]                files in random order; N repeats one
  --workers=N               so many files at once
  --with=cells|citus        each test world has three cells, or is on a cluster
  --all, --rest             all files, or those that npm test leaves out (npm run test:all, npm run test:rest)

CONTRIBUTING.md says what to run when.`;

/** One more than there are processors: a file that waits for a browser, a pause or a child leaves one idle. Those of the rest wait longer. */
const usualWorkers = (suite: Wanted['suite']): number =>
  Math.min(availableParallelism() + (suite === 'rest' ? 2 : 1), MOST_USUAL_WORKERS);
/** Each takes a gigabyte, and connections of the one PostgreSQL. */
const MOST_USUAL_WORKERS = 8;
const MOST_SEEDS = 2 ** 31;
const environments = ['plain', 'cells', 'citus'] as const;
/** Of these the value may be left out. */
const withoutValue = /^--(seed|changed)$/;
/** What has changed and is not committed yet. */
const LAST_COMMIT = 'HEAD';

export function readAsked(words: string[]): Asked {
  const { values, positionals } = parsed(words);
  if (values.help) throw new HelpAsked();
  const patterns = (['test-name-pattern', 'test-skip-pattern'] as const).flatMap((name) =>
    (values[name] ?? []).map((pattern) => `--${name}=${pattern}`),
  );
  const changed = values.changed !== undefined;
  const environment = environments.find((name) => name === (values.with ?? 'plain'));
  if (environment === undefined) throw new Misasked(`--with can be ${environments.join(', ')}`);
  const suite = values.all || changed ? 'all' : values.rest ? 'rest' : 'test';
  return {
    files: changed ? [] : positionals.flatMap(filesNamed),
    suite,
    environment,
    changedSince: changed ? values.changed || positionals[0] || LAST_COMMIT : null,
    watch: values.watch ?? false,
    patterns,
    seed: values.seed === undefined ? null : seedOf(values.seed),
    workers: values.workers === undefined ? usualWorkers(suite) : numberOf(values.workers, '--workers'),
  };
}

function parsed(words: string[]) {
  try {
    return parseArgs({
      args: words
        .filter((word) => word !== '--')
        .map((word) => (withoutValue.test(word) ? `${word}=` : word)),
      allowPositionals: true,
      options: {
        'test-name-pattern': { type: 'string', multiple: true },
        'test-skip-pattern': { type: 'string', multiple: true },
        all: { type: 'boolean' },
        rest: { type: 'boolean' },
        with: { type: 'string' },
        changed: { type: 'string' },
        watch: { type: 'boolean' },
        seed: { type: 'string' },
        workers: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const [problem] = (error as Error).message.split('. To specify');
    throw new Misasked(`${problem}\n\n${usage}`, { cause: error });
  }
}

/** The test files of a path: a file, a folder, or a pattern that the shell has left as it was. */
function filesNamed(path: string): string[] {
  const named = relative('', path);
  if (existsSync(named) && !statSync(named).isDirectory()) return [named];
  const files = globSync(existsSync(named) ? join(named, '**/*.test.ts') : named)
    .filter((file) => !/(^|\/)node_modules\//.test(file))
    .toSorted();
  if (files.length === 0) throw new Misasked(`There is no test file ${path}`);
  return files;
}

const seedOf = (text: string): number =>
  text === '' ? Math.floor(Math.random() * MOST_SEEDS) : numberOf(text, '--seed');

function numberOf(text: string, flag: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Misasked(`${flag} needs a whole number from 1, not ${text}`);
  return Number(text);
}
