/**
 * Run by boot.test.ts through the boot file: adds a row to the embedded database, prints what it sees, may keep
 * running.
 */
import { Client } from 'pg';
import { attachDatabase } from '../../src/platform/database/database-server.ts';
import { StartProblem } from '../../src/platform/process/start-problem.ts';

const [dataFolder = '', mode = 'own', stay = 'leave'] = process.argv.slice(2);

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const database = await attachDatabase({ databaseUrl: null, dataFolder, exclusive: mode === 'own' });
  const client = new Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  await client.query('create table if not exists visits (at timestamptz not null default now())');
  await client.query('insert into visits default values');
  const { rows } = await client.query<{ visits: number }>('select count(*)::int as visits from visits');
  await client.end();
  say(JSON.stringify({ visits: rows[0]?.visits, pid: process.pid, url: database.url }));

  const leave = async () => {
    await database.stop();
    say(JSON.stringify({ left: true }));
  };
  if (stay === 'stay') {
    const staying = setInterval(() => {}, 1000);
    process.once('SIGTERM', () => {
      clearInterval(staying);
      void leave();
    });
  } else {
    await leave();
    process.exitCode = 7;
  }
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
