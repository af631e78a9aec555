/** The rule of `npm run lint` finds what is super-linear; those that are put together when the program runs are judged here. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyse } from 'scslre';

const root = join(import.meta.dirname, '../..');

test('the linter refuses what takes the square of its text, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-regexps-'));
  try {
    const expressions = {
      '/\\s+$/': true,
      '/^(?:a+)+$/': true,
      '/<[^>]+>/g': true,
      '/(?:\\p{L}+ ?){3}!/u': true,
      "new RegExp('a*b?a*c')": true,
      '/(?<!\\s)\\s+$/': false,
      '/^[a-z]{1,64}@[a-z.]{1,200}$/': false,
      '/[\\p{L}--[a-z]]+/v': false,
    };
    const file = join(folder, 'some.ts');
    writeFileSync(
      file,
      Object.keys(expressions)
        .map((one, at) => `export const e${at} = ${one};\n`)
        .join(''),
    );
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', join(root, '.oxlintrc.json'), '-f', 'unix', file],
      { encoding: 'utf8', cwd: root },
    );
    const refused = new Set(
      [...stdout.matchAll(/some\.ts:(\d+):.*linear-regexp/g)].map(([, line]) => Number(line)),
    );
    for (const [at, [expression, isBad]] of Object.entries(expressions).entries())
      assert.equal(refused.has(at + 1), isBad, `${expression}\n${stdout}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Made by a library, of what the database answers: intervals. */
const ofLibraries = /\+years\?/;

test('expressions that modules put together are linear too', async () => {
  const made = new Map<string, string>();
  const Real = RegExp;
  let path = '';
  globalThis.RegExp = new Proxy(Real, {
    construct(target, args, newTarget) {
      const one = Reflect.construct(target, args, newTarget) as RegExp;
      made.set(String(one), path);
      return one;
    },
  });
  try {
    for (const file of globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })) {
      if (!readFileSync(join(root, file), 'utf8').includes('new RegExp(')) continue;
      path = file;
      await import(join(root, file));
    }
  } finally {
    globalThis.RegExp = Real;
  }
  assert.ok(made.size >= 8, `${made.size} expressions were seen`);
  const damned = [...made]
    .filter(([literal]) => !ofLibraries.test(literal))
    .flatMap(([literal, from]) => {
      const end = literal.lastIndexOf('/');
      const { reports } = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) });
      return reports.map(
        ({ type, character }) => `${from}: ${literal.slice(0, 120)} on many ${character.pick} (${type})`,
      );
    });
  assert.deepEqual(damned, []);
});
