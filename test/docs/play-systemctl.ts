/**
 * What systemd does with the installed units, for machines without it: `daemon-reload`, `enable --now UNIT…`, `restart UNIT…`. Each process gets
 * the port that PORTS gives for its instance; their ids are in the folder PIDS.
 */
import { spawn } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownMark } from '../runner/started.ts';
import { settingsIn } from './systemd-settings.ts';

const { PORTS = '{}', PIDS = '.', PATH } = process.env;
const lookAgainMs = 100;
const ports = JSON.parse(PORTS) as Record<string, number>;
const [act = '', ...rest] = process.argv.slice(2);

for (const name of rest.filter((word) => !word.startsWith('-'))) {
  if (act === 'restart') await stop(Number(readFileSync(join(PIDS, name), 'utf8')));
  start(name);
}
if (!['daemon-reload', 'enable', 'restart'].includes(act)) throw new Error(`systemctl ${act} is not played`);

/** Until it has ended, as systemd waits. */
async function stop(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM');
  for (;;) {
    await sleep(lookAgainMs);
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
  }
}

function start(name: string): void {
  const [role = '', instance = ''] = name.split('@');
  const unit = readFileSync(`/etc/systemd/system/${role}@.service`, 'utf8');
  const all = (key: string): string[] =>
    [...unit.matchAll(new RegExp(`^${key}=-?(.*)$`, 'gm'))].map(([, value = '']) => value);
  const given = all('EnvironmentFile').map((file) => settingsIn(readFileSync(file, 'utf8')));
  const own = all('Environment').map((line) => line.replace('%i', String(ports[instance])));
  const env = Object.assign({ PATH, ...ownMark }, settingsIn(own.join('\n')), ...given);
  const [command = '', ...args] = all('ExecStart').join('').split(' ');
  const user = ['--reuid', all('User').join(''), '--regid', all('Group').join(''), '--clear-groups'];
  const log = openSync(join(PIDS, `${name}.log`), 'a');
  const program = command.replace('/usr/bin/node', process.execPath);
  const child = spawn('setpriv', [...user, program, ...args], {
    cwd: all('WorkingDirectory').join(''),
    env,
    detached: true,
    stdio: ['ignore', log, log],
  });
  writeFileSync(join(PIDS, name), String(child.pid));
  child.unref();
}
