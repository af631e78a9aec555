/** Whoever has the archive alone can open each page of the documentation that the program names. */
import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { layOut } from '../../release/lay-out.ts';

const NAMED = /\bdocs\/(?:ru\/)?[a-z-]+\.md\b/g;

test('every page that the program names is in the archive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-archive-'));
  try {
    layOut(folder);
    const sources = globSync('{bin,src}/**/*.{ts,mjs}', { cwd: folder });
    const named = new Set(
      sources.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(NAMED) ?? []),
    );
    assert.ok(named.size > 5);
    assert.deepEqual(
      [...named].filter((page) => !existsSync(join(folder, page))),
      [],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
