/** Connections for filling a database, whose statements may take long. */
import { openDatabase, type Database } from '../../src/platform/database/database.ts';

/** An index over ten million rows takes minutes on a slow disk. */
const fillLimits = { statementMs: 7_200_000, lockMs: 60_000, idleInTransactionMs: 60_000 };
/** Statements at once: one for each core of a small machine. */
export const lanes = 2;

/** Fills a database by connections whose statements may take long. */
export async function fillLong<Result>(
  url: string,
  fill: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(url, { connections: lanes, name: 'facevalue bench', limits: fillLimits });
  try {
    return await fill(db);
  } finally {
    await db.end();
  }
}
