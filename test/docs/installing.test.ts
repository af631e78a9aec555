/** Installs as docs/installing.md says, line by line, with the files that the archive ships, in folders that stand where /etc and /opt are. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { layOut } from '../../release/lay-out.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { debianPostgres, hasDebianPostgres } from '../support/debian-postgres.ts';
import { ownMark } from '../runner/started.ts';
import { mailSink } from '../support/mail-sink.ts';
import { root, samplesTestedBy } from './read-samples.ts';
import { settingsIn } from './systemd-settings.ts';

const thisTest = 'test/docs/installing.test.ts';
const codesOf = (page: string): string[] => samplesTestedBy(thisTest, page).map(({ code }) => code);
const [database, unpack, tables, start, setup, paper, doctor, messages] = codesOf('docs/installing.md');
const [upgrade, back, rolesOfPair] = codesOf('docs/operating.md');
const [makeKey, signing, record] = codesOf('docs/mail.md');
const [alerts] = codesOf('docs/monitoring.md');

const masterKey = Buffer.alloc(32, 7).toString('base64');
const patienceMs = 60_000;
const stepLimitMs = 120_000;
const pauseMs = 250;

const lacking =
  !hasDebianPostgres() || spawnSync('unshare', ['--mount', 'true']).status !== 0
    ? "Debian's postgresql-15 is not installed, or this is not root"
    : false;

interface Ran {
  code: number | null;
  out: string;
  /** With what it wrote to standard error. */
  said: string;
}

interface Machine extends AsyncDisposable {
  /** As root, in a folder with the archives; stops at the first command that fails only where the script says so. */
  run(script: string, input?: string): Promise<Ran>;
  /** Writes between the quotes of a shipped file, as whoever installs does. */
  fill(file: string, values: Record<string, string>): void;
  /** Ports of the pages, and those that processes have here. */
  ports: Record<string, number>;
}

const folders = { etc: '/etc', opt: '/opt', sbin: '/usr/local/sbin', root: '/root' };

async function machine(server: string): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-installing-'));
  const at = (name: string): string => join(folder, name);
  chmodSync(folder, 0o755);
  cpSync('/etc', at('etc'), { recursive: true, verbatimSymlinks: true });
  for (const made of ['opt', 'sbin', 'root', 'home', 'bin', 'pids']) mkdirSync(at(made));
  symlinkSync(process.execPath, at('bin/node'));
  const ports: Record<string, number> = {};
  for (const port of ['8080', '8081', '8180']) ports[port] = await lastingPort();
  const there = Object.entries(ports).map(([from, to]) => `--connect-to 127.0.0.1:${from}:127.0.0.1:${to}`);
  writeTool(at('bin/curl'), `exec /usr/bin/curl ${there.join(' ')} "$@"`);
  writeTool(at('bin/systemctl'), `exec node '${root}/test/docs/play-systemctl.ts' "$@"`);
  for (const version of ['0.1.0', '0.1.1']) writeArchive(at('home'), version);
  const url = new URL(server);
  const env = {
    ...ownMark,
    PATH: `${at('bin')}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: 'postgres',
    PIDS: at('pids'),
    PORTS: JSON.stringify(ports),
    // A shell may have settings from elsewhere; the files win.
    FACEVALUE_MASTER_KEY: 'of another installation',
  };
  const mounts = Object.entries(folders).map(([name, place]) => `mount --bind ${at(name)} ${place}`);
  const inside = (script: string): string[] => [
    '--mount',
    'bash',
    '--norc',
    '-c',
    `${mounts.join(' && ')} && cd ${at('home')} || exit 99\n${script}`,
  ];
  return {
    ports,
    async run(script, input = '') {
      // Without a terminal: passwords are read from the input. Servers of this process answer meanwhile.
      const child = spawn('setsid', ['--wait', 'unshare', ...inside(script)], { env, timeout: stepLimitMs });
      let [out, said] = ['', ''];
      child.stdout.on('data', (text: Buffer) => {
        out += text.toString();
        said += text.toString();
      });
      child.stderr.on('data', (text: Buffer) => (said += text.toString()));
      child.stdin.on('error', () => undefined).end(input);
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, out, said };
    },
    fill(file, values) {
      const path = at(`etc/facevalue/${file}`);
      for (const [name, value] of Object.entries(values)) {
        const text = readFileSync(path, 'utf8');
        const line = new RegExp(`^${name}='[^']*'$`, 'm');
        assert.match(text, line);
        writeFileSync(
          path,
          text.replace(line, () => `${name}='${value}'`),
        );
      }
    },
    async [Symbol.asyncDispose]() {
      const started = readdirSync(at('pids')).filter((name) => !name.endsWith('.log'));
      const ids = started.map((name) => Number(readFileSync(at(`pids/${name}`), 'utf8')));
      for (const id of ids) end(id, 'SIGTERM');
      const deadline = performance.now() + patienceMs;
      while (ids.some((id) => end(id, 0)) && performance.now() < deadline) await sleep(pauseMs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const writeTool = (file: string, script: string): void =>
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });

/** False if it has ended. */
function end(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}

/** The packages are those of this repository. */
function writeArchive(home: string, version: string): void {
  const name = `facevalue-${version}`;
  layOut(join(home, name));
  symlinkSync(join(root, 'node_modules'), join(home, name, 'node_modules'));
  const packed = spawnSync('tar', ['-czf', `${name}-linux-x64.tar.gz`, name], { cwd: home });
  assert.equal(packed.status, 0);
  rmSync(join(home, name), { recursive: true });
}

interface DoctorCheck {
  name: string;
  lines: { level: string; is: string }[];
}

const right = ({ code, said }: Ran): string => {
  assert.equal(code, 0, said);
  return said;
};

test('systemd, Node and a shell read the shipped files of settings alike', () => {
  const folder = join(root, 'docs/operating/settings');
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const settings = settingsIn(readFileSync(file, 'utf8'));
    assert.ok(Object.keys(settings).length > 0, name);
    const shown = 'process.stdout.write(JSON.stringify(process.env))';
    const node = spawnSync(process.execPath, [`--env-file=${file}`, '-e', shown], { encoding: 'utf8' });
    const script = `set -ea; . '${file}'; exec '${process.execPath}' -e '${shown}'`;
    const shell = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    for (const ran of [node, shell]) {
      assert.equal(ran.status, 0, ran.stderr);
      const read = JSON.parse(ran.stdout) as Record<string, string>;
      for (const [setting, value] of Object.entries(settings)) assert.equal(read[setting], value, setting);
    }
  }
});

test(
  'the guides install and upgrade: roles, archive, tables, processes, first link, key on paper, doctor, next version',
  { skip: lacking },
  async () => {
    assert.ok(
      database && unpack && tables && start && setup && paper && doctor && messages && upgrade && back,
    );
    assert.ok(makeKey && signing && record);
    assert.equal(rolesOfPair, database, 'a pair has the same roles');
    await using server = await debianPostgres();
    const mail = await mailSink();
    await using host = await machine(server.url);
    try {
      right(await host.run(database, 'secret\n'.repeat(6)));
      right(await host.run(unpack));
      assert.match(
        right(await host.run('ls -l /etc/facevalue /opt/facevalue/current/bin')),
        /-rw------- 1 root root .* owner/,
      );
      const unfilled = await host.run(tables);
      assert.equal(unfilled.code, 1, 'the files as they are shipped name no server');
      assert.match(unfilled.said, /The database can't be used/);

      for (const role of ['owner', 'serve', 'work'])
        host.fill(role, {
          DATABASE_URL: `postgres://facevalue_${role}:secret@${new URL(server.url).host}/facevalue`,
        });
      host.fill('environment', {
        FACEVALUE_MASTER_KEY: masterKey,
        FACEVALUE_SMTP_URL: mail.url,
        FACEVALUE_MAIL_FROM: 'Gifts <certificates@shop.example>',
      });
      assert.match(
        right(await host.run(tables)),
        /The tables are made.*grants --apply.*start serve and work/s,
      );
      right(await host.run(makeKey));
      right(await host.run(`cat >> /etc/facevalue/environment`, signing));
      const published = right(await host.run(record));
      assert.match(published, /gifts2026\._domainkey\.shop\.example/);
      const key = createPublicKey((await host.run('cat /etc/facevalue/dkim.pem')).out);
      const bytes = key.export({ type: 'spki', format: 'der' }).toString('base64');
      assert.ok(published.replaceAll(/["\s]/g, '').includes(bytes), published);
      // Processes of an ordinary user read the key, or they would not be ready.
      assert.match(right(await host.run(start)), /HTTP\/1\.1 200/);
      for (const port of Object.values(host.ports)) await ready(port);

      const begun = await host.run(setup);
      assert.equal(begun.code, 1, 'the address of the example leads nowhere');
      assert.match(begun.said, /https:\/\/gifts\.example\/setup\S*#\S+/);
      // What is true here: processes run already, with roles of their own.
      assert.match(begun.said, /\nOpen this link until/);
      assert.match(begun.said, /roles of their own: facevalue_serve, facevalue_work\./);
      assert.doesNotMatch(begun.said, /Start the platform|Give serve and work/);
      assert.match(right(await host.run(paper, `${masterKey}\n`)), /\S/);
      assert.match(right(await host.run('cat /root/key.html')), /<svg/);

      for (const look of doctor.trim().split('\n')) {
        const { checks } = JSON.parse((await host.run(`${look} --json`)).out) as { checks: DoctorCheck[] };
        const failed = checks.flatMap(({ lines }) => lines.filter(({ level }) => level === 'fail'));
        // The server of the tests writes nothing durably, and gifts.example is an example.
        assert.deepEqual(
          new Set(failed.map((line) => line.is)),
          new Set(['database-unsafe', 'sender-example']),
          JSON.stringify(failed),
        );
      }
      const [letter = '', text = ''] = messages.trim().split('\n');
      right(await host.run(letter));
      assert.equal(mail.letters.length, 1);
      assert.match((await host.run(text)).said, /FACEVALUE_SMS_PRIMARY is not set/);

      const promtool = spawnSync('promtool', ['--version']).error === undefined;
      if (promtool) assert.match(right(await host.run(`mkdir -p /etc/prometheus\n${alerts}`)), /SUCCESS/);

      // Units and helpers of an older version become those of the new one.
      const units = '/etc/systemd/system/facevalue-*.service';
      right(await host.run(`sed -i /RuntimeDirectory/d ${units} && rm /usr/local/sbin/facevalue-as`));
      for (const [step, version] of [
        [upgrade, '0.1.1'],
        [back, '0.1.0'],
      ] as const) {
        right(await host.run(step));
        assert.equal((await host.run('readlink /opt/facevalue/current')).out, `facevalue-${version}\n`);
        await ready(host.ports['8080'] ?? 0);
        assert.match(right(await host.run(`grep -h RuntimeDirectory ${units}`)), /=facevalue/);
        right(await host.run('facevalue-as owner verify'));
      }
    } finally {
      await mail.close();
    }
  },
);

test('what is wrong in a file of settings stops the commands of the guide', { skip: lacking }, async () => {
  assert.ok(unpack && tables);
  await using server = await debianPostgres();
  await using host = await machine(server.url);
  right(await host.run(unpack));
  right(await host.run('rm /etc/facevalue/owner'));
  const absent = await host.run(tables);
  assert.notEqual(absent.code, 0);
  assert.match(absent.said, /\/etc\/facevalue\/owner/);
  assert.doesNotMatch(absent.said, /Applied/);
});

async function ready(port: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    assert.ok(performance.now() < deadline, `port ${port} is not ready: ${answer?.status ?? 'no answer'}`);
    await sleep(pauseMs);
  }
}
