import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isAlone,
  judgeMigration,
  statementsOf,
  type Effect,
} from '../../src/platform/migrations/judge-migration.ts';
import { migrationNames, migrationText } from '../../src/platform/database/applied-migrations.ts';

/** Those before this number make the tables of a new installation. */
const firstOnTop = '0283';

test('no migration on top of the first tables holds up a table that is in use', async () => {
  const made = new Set<string>();
  for (const name of (await migrationNames()).filter((one) => one > firstOnTop)) {
    const sql = await migrationText(name);
    const judged = judgeMigration(sql, made);
    const isAllowed = (effect: Effect, text: string): boolean =>
      effect === 'brief' ||
      (effect === 'slow' && (isAlone(sql) || /validate constraint/i.test(text))) ||
      (effect === 'breaking' && /^-- unused since \d/m.test(sql));
    for (const { table, effect, text, instead } of judged)
      assert.ok(table === '' || isAllowed(effect, text), `${name}: ${text}\n  instead: ${instead}`);
    const concurrent = judged.filter(({ text }) => / concurrently /i.test(text));
    assert.ok(
      isAlone(sql) ? concurrent.length === judged.length : concurrent.length === 0,
      `${name}: concurrently, all of it or nothing`,
    );
  }
});

test('every migration is understood: its statements are those that PostgreSQL would see', async () => {
  for (const name of await migrationNames())
    for (const statement of statementsOf(await migrationText(name)))
      assert.match(
        statement,
        /^(create|alter|insert|update|delete|drop|with|select|comment|grant|lock|do|analyze)\b/i,
        name,
      );
});

const judgements: [effect: Effect, statement: string][] = [
  ['brief', 'alter table requests add column seen_at timestamptz'],
  ['brief', `alter table requests add column kind text not null default 'plain; -- not two'`],
  ['brief', 'alter table requests alter column kind set default 1'],
  ['brief', `alter table requests add constraint kinds check (kind <> '') not valid`],
  ['brief', 'alter table requests drop constraint kinds'],
  ['brief', 'alter table requests add constraint once unique using index requests_once'],
  ['brief', `insert into requests (id) values (1)`],
  ['slow', 'alter table requests validate constraint kinds'],
  ['slow', 'create index concurrently if not exists requests_seen on requests (seen_at)'],
  ['slow', 'update requests set kind = 1'],
  ['slow', 'with old as (select 1) delete from requests using old'],
  ['blocking', 'create unique index on requests (seen_at)'],
  ['blocking', 'create index requests_seen on requests (seen_at)'],
  ['blocking', 'alter table requests alter column kind set not null'],
  ['blocking', 'alter table requests alter kind type bigint using kind::bigint'],
  ['blocking', 'alter table requests add column at timestamptz not null default clock_timestamp()'],
  ['blocking', 'alter table requests add column n bigint generated always as identity'],
  ['blocking', `alter table requests add check (kind <> '')`],
  ['blocking', 'alter table requests add constraint c foreign key (a) references clients'],
  ['blocking', 'alter table requests add column client bigint references clients'],
  ['blocking', 'alter table requests add primary key (id)'],
  ['blocking', 'truncate requests'],
  ['blocking', 'lock table requests in exclusive mode'],
  ['breaking', 'alter table requests drop column kind'],
  ['breaking', 'alter table requests rename column kind to sort'],
  ['breaking', 'drop table requests'],
];

for (const [effect, statement] of judgements)
  test(`${effect}: ${statement}`, () => {
    const [judged, ...more] = judgeMigration(`-- a comment; of two parts\n${statement};\n`);
    assert.deepEqual([judged?.effect, judged?.table, more.length], [effect, 'requests', 0]);
    const [, own] = judgeMigration(`create table requests (id bigint); ${statement}`);
    assert.equal(own?.table, '', 'a table of its own is not in use');
  });
