/** Whether the tables are those of this version. */
import type { Sql } from '../platform/database/database.ts';
import { appliedMigrations, migrationNames } from '../platform/database/applied-migrations.ts';
import type { Finding } from './finding.ts';

/** Whether the tables are those that this version expects. */
export async function checkTables(db: Sql): Promise<Finding[]> {
  const [names, applied] = await Promise.all([migrationNames(), appliedMigrations(db)]);
  const missing = names.filter((name) => !applied.has(name));
  const foreign = [...applied].filter((name) => !names.includes(name)).toSorted();
  const [first] = missing;
  const last = foreign.at(-1);
  return [
    first === undefined
      ? { is: 'tables-ok', migrations: names.length }
      : { is: 'tables-behind', count: missing.length, first },
    ...(last === undefined ? [] : [{ is: 'tables-ahead', count: foreign.length, last } as const]),
  ];
}
