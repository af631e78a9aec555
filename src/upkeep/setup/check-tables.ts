/** Whether the tables are those of this version. */
import type { Sql } from '../../platform/database/database.ts';
import {
  appliedMigrations,
  compareMigrations,
  migrationNames,
} from '../../platform/database/applied-migrations.ts';
import type { Finding } from './finding.ts';

/** Whether the tables are those that this version expects. */
export async function checkTables(db: Sql): Promise<Finding[]> {
  const [names, applied] = await Promise.all([migrationNames(), appliedMigrations(db)]);
  const { missing, newer, stoppedAt } = compareMigrations(names, applied);
  if (stoppedAt !== null) return [{ is: 'tables-older', last: stoppedAt }];
  const [first] = missing;
  const last = newer.at(-1);
  return [
    first === undefined
      ? { is: 'tables-ok', migrations: names.length }
      : { is: 'tables-behind', count: missing.length, first },
    ...(last === undefined ? [] : [{ is: 'tables-ahead', count: newer.length, last } as const]),
  ];
}
