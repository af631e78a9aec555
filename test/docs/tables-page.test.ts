import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTablesPage, readTablesPage, tablesPage } from './tables-page.ts';

test('the list of tables is that of the schema, and says of each what a row is', async () => {
  const page = readTablesPage();
  assert.equal(page, await makeTablesPage(page), 'npm run golden writes it again');
  const unsaid = page.split('\n').filter((line) => /^\| `.*\|\s*\|$/.test(line));
  assert.deepEqual(unsaid, [], `${tablesPage} does not say what a row is`);
});
