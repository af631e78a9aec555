/** Installs as docs/installing.md says, line by line, in folders that stand where /etc and /opt are. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
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
import { freePort } from '../../src/platform/process/free-port.ts';
import { debianPostgres, hasDebianPostgres } from '../support/debian-postgres.ts';
import { mailSink } from '../support/mail-sink.ts';
import { root, samplesTestedBy } from './read-samples.ts';

const thisTest = 'test/docs/installing.test.ts';
const codesOf = (page: string): string[] => samplesTestedBy(thisTest, page).map(({ code }) => code);
const [database, unpack, tables, start, setup, paper, doctor, messages] = codesOf('docs/installing.md');
const [upgrade, rolesOfPair] = codesOf('docs/operating.md');

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
  /** As root, in a folder with the files of the guide. */
  run(script: string, input?: string): Promise<Ran>;
  /** What systemd would do with an instance of the installed unit. */
  begin(role: 'serve' | 'work', port: number): void;
}

function machine(server: string, smtp: string): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-installing-'));
  const [etc, opt, home, bin] = ['etc', 'opt', 'home', 'bin'].map((name) => join(folder, name));
  assert.ok(etc && opt && home && bin);
  chmodSync(folder, 0o755);
  cpSync('/etc', etc, { recursive: true, verbatimSymlinks: true });
  for (const made of [opt, home, bin]) mkdirSync(made);
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const version of ['0.1.0', '0.1.1']) writeArchive(home, version);
  const url = new URL(server);
  for (const [name, lines] of Object.entries(settingsOf(url, smtp))) writeFileSync(join(home, name), lines);
  const env = {
    PATH: `${bin}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: 'postgres',
  };
  const inside = (script: string): string[] => [
    '--mount',
    'bash',
    '-c',
    `mount --bind ${etc} /etc && mount --bind ${opt} /opt && cd ${home} || exit 99\n${script}`,
  ];
  const begun: ChildProcess[] = [];
  return {
    async run(script, input = '') {
      // Without a terminal: passwords are read from the input. Servers of this process answer meanwhile.
      const args = ['--wait', 'unshare', ...inside(`set -e\n${script}`)];
      const child = spawn('setsid', args, { env, timeout: stepLimitMs });
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
    begin(role, port) {
      const unit = readFileSync(join(etc, `systemd/system/facevalue-${role}@.service`), 'utf8');
      const all = (name: string): string[] =>
        [...unit.matchAll(new RegExp(`^${name}=-?(.*)$`, 'gm'))].map(([, value = '']) => value);
      const files = all('EnvironmentFile').map((file) => `. ${file}`);
      const set = all('Environment').map((one) => one.replace('%i', String(port)));
      const command = all('ExecStart').join('').replace('/usr/bin/node', 'node');
      const script = `cd ${all('WorkingDirectory').join('')} && set -a && ${[...files, ...set].join(' && ')} && set +a
        exec setpriv --reuid ${all('User').join('')} --regid ${all('Group').join('')} --clear-groups ${command}`;
      begun.push(spawn('unshare', inside(script), { env, stdio: 'ignore' }));
    },
    async [Symbol.asyncDispose]() {
      for (const child of begun) child.kill();
      for (const child of begun)
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
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

function settingsOf(server: URL, smtp: string): Record<string, string> {
  const roleUrl = (role: string): string =>
    `DATABASE_URL=postgres://${role}:secret@${server.host}/facevalue\n`;
  const shared = [
    'NODE_ENV=production',
    'FACEVALUE_BASE_URL=https://gifts.example',
    'FACEVALUE_TRUSTED_PROXIES=none',
    `FACEVALUE_MASTER_KEY=${masterKey}`,
    `FACEVALUE_SMTP_URL=${smtp}`,
    'FACEVALUE_MAIL_FROM="Gifts <certificates@gifts.example>"',
    'FACEVALUE_DRAIN_SECONDS=0',
  ];
  return {
    environment: `${shared.join('\n')}\n`,
    owner: roleUrl('facevalue_owner'),
    serve: roleUrl('facevalue_serve'),
    work: roleUrl('facevalue_work'),
  };
}

interface DoctorCheck {
  name: string;
  lines: { level: string; is: string }[];
}

const right = ({ code, said }: Ran): string => {
  assert.equal(code, 0, said);
  return said;
};

/** systemd itself does not run here. */
const withoutSystemd = (script: string): string => script.replaceAll(/(&& )?systemctl .*/g, '');

test(
  'the guides install and upgrade: roles, archive, tables, processes, first link, key on paper, doctor, next version',
  { skip: lacking },
  async () => {
    assert.ok(database && unpack && tables && start && setup && paper && doctor && messages && upgrade);
    assert.equal(rolesOfPair, database, 'a pair has the same roles');
    await using server = await debianPostgres();
    const mail = await mailSink();
    await using host = machine(server.url, mail.url);
    try {
      right(await host.run(database, 'secret\n'.repeat(6)));
      right(await host.run(withoutSystemd(unpack)));
      assert.match(
        right(await host.run('ls -l /etc/facevalue /opt/facevalue/current/bin')),
        /-rw------- 1 root root .* owner/,
      );
      assert.match(right(await host.run(tables)), /Applied: 0001/);

      const ports = { serve: await freePort('127.0.0.1', 0), work: await freePort('127.0.0.1', 0) };
      assert.match(start, /facevalue-serve@8080 .*facevalue-work@8180/);
      host.begin('serve', ports.serve);
      host.begin('work', ports.work);
      await ready(ports.serve);
      await ready(ports.work);

      const owner = tables.split('\n').slice(0, 2).join('\n');
      const begun = await host.run(`${owner}\n${setup}`);
      assert.equal(begun.code, 1, 'the address of the example leads nowhere');
      assert.match(begun.said, /https:\/\/gifts\.example\/setup\S*#\S+/);
      const sheet = paper.replace('key.html', '/etc/key.html');
      assert.match(right(await host.run(`${owner}\n${sheet}`, `${masterKey}\n`)), /\S/);
      assert.match(right(await host.run('cat /etc/key.html')), /<svg/);

      for (const role of ['serve', 'work']) {
        const script = `cd /opt/facevalue/current\n${doctor.trim().replace('/serve', `/${role}`)} --json`;
        const { checks } = JSON.parse((await host.run(script)).out) as { checks: DoctorCheck[] };
        const failed = checks.flatMap(({ lines }) => lines.filter(({ level }) => level === 'fail'));
        // The server of the tests writes nothing durably, and gifts.example is an example.
        assert.deepEqual(
          new Set(failed.map((line) => line.is)),
          new Set(['database-unsafe', 'sender-example']),
          JSON.stringify(failed),
        );
      }
      const [letter = '', text = ''] = messages.trim().split('\n');
      right(await host.run(`${owner}\n${letter}`));
      assert.equal(mail.letters.length, 1);
      assert.match((await host.run(`${owner}\n${text}`)).said, /FACEVALUE_SMS_PRIMARY is not set/);

      right(await host.run(withoutSystemd(upgrade)));
      assert.equal((await host.run('readlink /opt/facevalue/current')).out, 'facevalue-0.1.1\n');
      const next = await freePort('127.0.0.1', 0);
      host.begin('serve', next);
      await ready(next);
    } finally {
      await mail.close();
    }
  },
);

async function ready(port: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    assert.ok(performance.now() < deadline, `port ${port} is not ready: ${answer?.status ?? 'no answer'}`);
    await sleep(pauseMs);
  }
}
