// Names a process so that a later look can tell whether it still lives.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SHELLS = /(^|\/)(sh|dash|bash|ash|zsh)$/;

/** The pid, with the process's start time where the system tells it: a pid alone is soon another's. */
export function nameProcess(pid) {
  const fields = readStat(pid);
  if (fields !== null) return fields.state === 'Z' ? 'gone' : `${pid} ${fields.startTime}`;
  try {
    process.kill(pid, 0);
    return `${pid} ?`;
  } catch (error) {
    return error.code === 'EPERM' ? `${pid} ?` : 'gone';
  }
}

export function lives(name) {
  return name !== null && name === nameProcess(Number(name.split(' ')[0]));
}

/** The npm that runs us by a script, with a shell between us or not. */
export function nameNpm() {
  const parent = describe(process.ppid);
  return nameProcess(SHELLS.test(parent.command) ? parent.ppid : process.ppid);
}

function describe(pid) {
  const fields = readStat(pid);
  if (fields !== null) return fields;
  const [ppid, command = ''] = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    .stdout.trim()
    .split(/\s+/);
  return { ppid: Number(ppid), command };
}

function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { command, state: fields[0], ppid: Number(fields[1]), startTime: fields[19] };
  } catch {
    return null;
  }
}
