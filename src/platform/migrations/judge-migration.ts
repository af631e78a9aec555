/** Judges what a migration does to tables in use: which statements end at once, and which block a table. */

export type Effect =
  /** Over at once, whatever is in the table. */
  | 'brief'
  /** Reads or writes every row while others may go on. */
  | 'slow'
  /** Nobody can write, or not even read, until every row was read or written. */
  | 'blocking'
  /** The version before still needs what is taken away. */
  | 'breaking';

export interface JudgedStatement {
  /** Empty: it is about no table that was there before. */
  table: string;
  effect: Effect;
  /** What to do instead; empty for what is brief. */
  instead: string;
  /** The beginning of the statement. */
  text: string;
}

/** The first line of a migration whose statements can't be in a transaction, as `create index concurrently`. */
const aloneMark = '-- without a transaction';

export const isAlone = (sql: string): boolean => sql.startsWith(aloneMark);

/** The statements of a migration, without comments. */
export function statementsOf(sql: string): string[] {
  const parts = sql.match(/--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[^]*?\$\1\$|;|[^;'$-]+|[^]/g) ?? [];
  const statements = [''];
  for (const part of parts) {
    if (part === ';') statements.push('');
    else if (!part.startsWith('--')) statements.push(`${statements.pop() ?? ''}${part}`);
  }
  return statements.map((text) => text.trim().replaceAll(/\s+/g, ' ')).filter((text) => text !== '');
}

/** The tables that lose or rename something, or get another type: views over them are in the way. */
export const reshapedTables = (sql: string): string[] => [
  ...new Set(
    statementsOf(sql)
      .filter((text) => reshaping.test(text))
      .map(tableOf),
  ),
];

const reshaping =
  /^(?:alter table .*\b(?:drop(?: column)? (?!constraint|default|not null)\w+|rename|type)\b|drop table)/i;

/** Judges the statements; those about a table that the same migrations made touch nothing in use. */
export function judgeMigration(sql: string, made: Set<string> = new Set()): JudgedStatement[] {
  return statementsOf(sql).map((text) => {
    const created = /^create (?:unlogged )?table (?:if not exists )?(\w+)/i.exec(text)?.[1];
    if (created !== undefined) made.add(created);
    const table = tableOf(text);
    const found = made.has(table) ? undefined : rules.find(({ form }) => form.test(text));
    const isUsed = table !== '' && !made.has(table);
    return {
      table: isUsed ? table : '',
      effect: found?.effect ?? 'brief',
      instead: found?.instead ?? '',
      text: text.slice(0, shownLength),
    };
  });
}

const shownLength = 100;

const tableForms = [
  /^create (?:unique )?index (?:concurrently )?(?:if not exists )?(?:\w+ )?on (?:only )?(\w+)/i,
  /^alter table (?:if exists )?(?:only )?(\w+)/i,
  /^drop table (?:if exists )?(\w+)/i,
  /^(?:with .*? )?(?:update|delete from|insert into) (?:only )?(\w+)/i,
  /^(?:lock table|truncate(?: table)?|cluster|vacuum full|reindex table) (\w+)/i,
];

/** The table that a statement changes; empty: none. */
export const tableOf = (text: string): string =>
  tableForms.map((form) => form.exec(text)?.[1]).find((name) => name !== undefined) ?? '';

interface Rule {
  form: RegExp;
  effect: Effect;
  instead: string;
}

/** The first that fits counts. */
const rules: Rule[] = [
  {
    form: /^create (unique )?index concurrently/i,
    effect: 'slow',
    instead: 'it waits for running transactions',
  },
  {
    form: /^create (unique )?index/i,
    effect: 'blocking',
    instead: `create index concurrently if not exists, in a migration that begins with "${aloneMark}"`,
  },
  { form: /^drop index(?! concurrently)/i, effect: 'brief', instead: '' },
  {
    form: /^alter table .*\bset not null\b/i,
    effect: 'blocking',
    instead: 'add check (… is not null) not valid, validate it in the next migration, then set not null',
  },
  {
    form: /^alter table .*\balter( column)? \w+( set data)? type\b/i,
    effect: 'blocking',
    instead: 'add a column, fill it in batches by the program, and drop the former one a version later',
  },
  {
    form: /^alter table .*\badd( column)? (if not exists )?\w+ .*\b(serial|bigserial|generated|default (now|clock_timestamp|random|gen_random_uuid|nextval))\b/i,
    effect: 'blocking',
    instead: 'add the column without it, then set the default for new rows',
  },
  {
    form: /^alter table .*\badd (constraint \w+ )?(unique|primary key)\b(?!.*\busing index\b)/i,
    effect: 'blocking',
    instead: 'create unique index concurrently, then add the constraint using index',
  },
  {
    form: /^alter table .*\badd (constraint \w+ )?(check|foreign key|exclude)\b(?!.*\bnot valid\b)/i,
    effect: 'blocking',
    instead: 'add it not valid, and validate it in the next migration',
  },
  {
    form: /^alter table .*\badd( column)? (?!constraint|check|unique|primary|foreign|exclude)(if not exists )?\w+ .*\b(check|unique|primary key|references)\b/i,
    effect: 'blocking',
    instead: 'add the column alone, then the constraint not valid, and validate it in the next migration',
  },
  { form: /^alter table .*\bvalidate constraint\b/i, effect: 'slow', instead: 'it reads the table once' },
  {
    form: /^(alter table .*\b(drop( column)? (?!constraint|default|not null)\w+|rename)\b|drop table)/i,
    effect: 'breaking',
    instead: 'drop it one version after nothing uses it any more, and say so: -- unused since VERSION',
  },
  {
    form: /^(truncate|cluster|vacuum full|reindex|lock table)/i,
    effect: 'blocking',
    instead: 'leave it out',
  },
  {
    form: /^(with .* )?(update|delete from)\b/i,
    effect: 'slow',
    instead: 'let the program do it in batches: one statement keeps its rows locked until it ends',
  },
];
