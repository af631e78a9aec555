import type { Database } from '../../src/platform/database/database.ts';

/** A transaction that has read and stays open, as that of a dump. */
export async function holdSnapshot(db: Database): Promise<AsyncDisposable> {
  const client = await db.connect();
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from pg_class');
  return {
    async [Symbol.asyncDispose]() {
      client.release(true);
    },
  };
}
