import type { Config } from '../src/platform/settings/config.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { StartProblem } from '../src/platform/process/start-problem.ts';
import { demoSuppliers } from './demo-world/suppliers-and-brands.ts';

/**
 * Keeps the demo's brands, clients and known passwords out of a real database if NODE_ENV was forgotten. Nothing is
 * written before this has passed.
 */
export async function guardDatabase(
  { databaseUrl, databasePrepare, demoDatabase }: Config,
  url: string,
): Promise<void> {
  if (databaseUrl === null || demoDatabase) return;
  const db = openDatabase(url, { connections: 1, name: 'facevalue start', prepare: databasePrepare });
  try {
    const { rows: tables } = await db.query<{ known: boolean }>(
      `select to_regclass('suppliers') is not null as known`,
    );
    const { rows: demo } =
      tables[0]?.known === true
        ? await db.query(`select from suppliers where name = $1`, [demoSuppliers.olkhovyDom.name])
        : { rows: [] };
    if (demo.length > 0) return;
  } finally {
    await db.end();
  }
  throw new StartProblem(
    'DATABASE_URL names a database of your own, and facevalue start outside production would fill it with the demo world. For real work set NODE_ENV=production; for the demo unset DATABASE_URL, or set FACEVALUE_DEMO_DATABASE=1 to have it in that database.',
  );
}
