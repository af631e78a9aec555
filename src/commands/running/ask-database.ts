import { commandLimits } from '../../platform/database/database-limits.ts';
import { openDatabase } from '../../platform/database/database.ts';
import type { Config } from '../../platform/settings/config.ts';

/** Throws what the named database says against us; the embedded one is not started for it. */
export async function askDatabase({ databaseUrl, databasePrepare: prepare }: Config): Promise<void> {
  if (databaseUrl === null) return;
  const name = 'facevalue start';
  const db = openDatabase(databaseUrl, { connections: 1, name, prepare, limits: commandLimits });
  try {
    await db.query('select 1');
  } finally {
    await db.end();
  }
}
