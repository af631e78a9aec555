import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { samplesTestedBy } from '../../docs/read-samples.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import type { ArchivedServer } from './restored-server.ts';

const binaries = '/usr/lib/postgresql/15/bin';

/** Debian's packages postgresql-15 and pgbackrest, which runs as the server's user. */
export const hasPgBackRest = (): boolean =>
  existsSync('/usr/bin/pgbackrest') && existsSync(`${binaries}/initdb`) && process.getuid?.() === 0;

/** Where the backups lie: a folder, or an address like that of S3 (options of pgBackRest as `repo1-s3-bucket=…`). */
const asked = process.env['TEST_PGBACKREST']?.split(' ') ?? [];

const execute = promisify(execFile);

/** Fails with what it has said. */
async function asPostgres(...command: string[]): Promise<string> {
  const asUser = ['-u', 'postgres', '--', ...command];
  return (await execute('runuser', asUser, { cwd: '/', timeout: toolLimitMs })).stdout;
}

/** Debian's PostgreSQL with pgBackRest, set up and used as docs/operating.md says. */
export async function pgBackRestServer(repository = asked): Promise<ArchivedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-pgbackrest-'));
  await execute('chown', ['postgres', folder]);
  // Where only root may make a folder, as in /srv.
  const srv = mkdtempSync(join(tmpdir(), 'facevalue-srv-'));
  chmodSync(srv, 0o755);
  const backups = join(srv, 'backups');
  await execute('sh', ['-euc', blockWith('install -d').replace('/srv/backups', backups)]);
  const [originPort, restoredPort] = [await lastingPort(), await lastingPort()];
  const data = (name: string): string => join(folder, name);
  const configuration = join(folder, 'pgbackrest.conf');
  writeFileSync(configuration, settingsOf({ folder, backups, port: originPort }, repository));
  const here = (command: string): string =>
    command.replace('pgbackrest ', `pgbackrest --config=${configuration} `);
  const tool = (command: string): Promise<string> => asPostgres('sh', '-c', here(command));
  const start = async (name: string, port: number): Promise<string> => {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
    const log = join(folder, `${name}.log`);
    await asPostgres(`${binaries}/pg_ctl`, '-D', data(name), '-l', log, '-o', options, '-w', '-s', 'start');
    return `postgres://postgres@127.0.0.1:${port}/postgres`;
  };
  const sql = (port: number, text: string): Promise<string> =>
    asPostgres('psql', '-h', folder, '-p', String(port), '-Atc', text);
  const stop = async (name: string): Promise<void> => {
    const running = existsSync(join(data(name), 'postmaster.pid'));
    if (running) await asPostgres(`${binaries}/pg_ctl`, '-D', data(name), '-m', 'immediate', 'stop');
  };

  await asPostgres(`${binaries}/initdb`, '-D', data('origin'), '-A', 'trust', '-U', 'postgres');
  const archiving = here(blockWith('archive_command'));
  writeFileSync(join(data('origin'), 'postgresql.conf'), `\n${archiving}`, { flag: 'a' });
  const url = await start('origin', originPort);
  await tool(commandOf('stanza-create'));
  return {
    url,
    async backUp() {
      await tool(commandOf('backup'));
      assert.match(await tool(commandOf('info')), /full backup: /);
      // It notes whole seconds, and a restore must be to a later one.
      await sleep(wholeSecondMs);
    },
    archive: async () => void (await tool(commandOf('check'))),
    kill: () => stop('origin'),
    async restoreTo(instant) {
      const target = instant.toISOString().replace('T', ' ').replace('Z', '+00');
      const command = commandOf('restore').replace(/--target="[^"]+"/, `--target="${target}"`);
      await tool(`${command} --pg1-path=${data('restored')}`);
      const restored = await start('restored', restoredPort);
      const deadline = performance.now() + promotedWithinMs;
      while ((await sql(restoredPort, 'select pg_is_in_recovery()')).trim() !== 'f')
        assert.ok(performance.now() < deadline, 'the restored server does not accept writes');
      return restored;
    },
    async [Symbol.asyncDispose]() {
      await stop('origin');
      await stop('restored');
      for (const made of [folder, srv]) rmSync(made, { recursive: true, force: true });
    },
  };
}

const toolLimitMs = 120_000;
const promotedWithinMs = 60_000;
const wholeSecondMs = 1100;

/** What docs/operating.md tells of it. */
const told = ['restored.test.ts', 'pgbackrest-s3.test.ts']
  .flatMap((name) => samplesTestedBy(`test/upkeep/restores/${name}`, 'docs/operating.md'))
  .map(({ code }) => code);

export const blockWith = (text: string): string =>
  told.find((code) => code.includes(text)) ?? assert.fail(`no sample has ${text}`);

/** As its user, who is asked for by `sudo`. */
const commandOf = (action: string): string =>
  new RegExp(`^sudo -u postgres (pgbackrest .*${action})(?: +#.*)?$`, 'm').exec(told.join(''))?.[1] ??
  assert.fail(`no sample has ${action}`);

interface Places {
  folder: string;
  backups: string;
  port: number;
}

function settingsOf({ folder, backups, port }: Places, repository: string[]): string {
  const inFolder = [`repo1-path=${backups}`];
  const global = [
    ...(repository.length === 0 ? inFolder : repository),
    'log-level-console=warn',
    'log-level-file=off',
    `lock-path=${join(folder, 'lock')}`,
    `spool-path=${join(folder, 'spool')}`,
  ];
  const main = [
    `pg1-path=${join(folder, 'origin')}`,
    `pg1-port=${port}`,
    `pg1-socket-path=${folder}`,
    'pg1-user=postgres',
  ];
  return blockWith('[global]')
    .replace(/^repo1-path=.*$/m, global.join('\n'))
    .replace(/^pg1-path=.*$/m, main.join('\n'));
}
