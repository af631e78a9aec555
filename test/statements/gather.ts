/**
 * Preloaded into every process of a run for which FACEVALUE_TEST_STATEMENTS names a folder (test/run.ts): notes each
 * distinct statement there. test/statements/explain.ts reads them.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { keyOf, onEachStatement, STATEMENTS_VARIABLE } from './gathered.ts';

const folder = process.env[STATEMENTS_VARIABLE] ?? '';
if (folder !== '') {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${threadId}.jsonl`);
  const seen = new Set<string>();
  onEachStatement((statement) => {
    if (seen.has(keyOf(statement))) return;
    seen.add(keyOf(statement));
    appendFileSync(file, `${JSON.stringify(statement)}\n`);
  });
}
