import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneStatement } from './one-statement.ts';

test('the values of each change follow those of the changes before it', () => {
  const changes = {
    first: 'insert into a select $1, $2, $1',
    none: 'delete from b',
    second: 'update c set d = $2 where e = $1 returning e',
  };
  assert.equal(
    oneStatement(changes, 'select e from second'),
    `with first as (insert into a select $1, $2, $1),
none as (delete from b),
second as (update c set d = $4 where e = $3 returning e)
select e from second`,
  );
});
