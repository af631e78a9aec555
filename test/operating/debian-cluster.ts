import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killTree } from './process-tree.ts';

/**
 * The cluster of docs/operating.md on one machine, from Debian's packages and from the very files of docs/operating: only
 * addresses, folders and certificates are replaced. Three etcd, two Patroni.
 */
export interface DebianCluster extends AsyncDisposable {
  /** As DATABASE_URL names it: both servers. */
  url: string;
  folder: string;
  /** Writes a file of docs/operating with the addresses of this machine, and answers where. */
  place(name: string, replaced?: [RegExp, string][]): string;
  run(command: string, args: string[], env?: Record<string, string>): ChildProcess;
  leader(): Promise<Node>;
  /** SIGKILL for everything of a node: Patroni, PostgreSQL, etcd. */
  lose(node: Node): Promise<void>;
  start(node: Node): void;
  /** Until one node leads and the other follows it synchronously. */
  untilPair(): Promise<void>;
}

export type Node = 'one' | 'two';

const examples = join(import.meta.dirname, '../../docs/operating');
const patienceMs = 120_000;
const addressOf = { one: '127.0.1.1', two: '127.0.1.2', three: '127.0.1.3' };

export async function debianCluster(parent: string): Promise<DebianCluster> {
  const folder = mkdtempSync(join(parent, 'facevalue-cluster-'));
  const user = userOf('postgres');
  chmodSync(folder, 0o755);
  const started = new Map<string, ChildProcess[]>();

  const place: DebianCluster['place'] = (name, replaced = []) => {
    let text = readFileSync(join(examples, name), 'utf8');
    const local: [RegExp, string][] = [
      [/10\.20\.0\.0\/24/g, '127.0.0.0/8'],
      [/10\.20\.0\.1([123])/g, '127.0.1.$1'],
    ];
    for (const [pattern, by] of [...replaced, ...local]) text = text.replace(pattern, by);
    const file = join(folder, `${started.size}-${name}`);
    writeFileSync(file, text, { mode: 0o644 });
    return file;
  };
  const run = (owner: string, command: string, args: string[], more: object): ChildProcess => {
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...more });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
    child.once('exit', (code) => {
      if (code !== null && code !== 0) process.stderr.write(`${command} ended: ${said}\n`);
    });
    started.set(owner, [...(started.get(owner) ?? []), child]);
    return child;
  };

  function startEtcd(name: 'one' | 'two' | 'three'): void {
    const lines = readFileSync(place('etcd.env'), 'utf8').split('\n');
    const env = Object.fromEntries(
      lines.filter((line) => line.startsWith('ETCD_')).map((line) => splitAt(line, line.indexOf('='))),
    );
    const own = (text: string): string => text.replaceAll('127.0.1.1', addressOf[name]);
    for (const key of Object.keys(env)) if (key.endsWith('_URLS')) env[key] = own(env[key] ?? '');
    env['ETCD_NAME'] = name;
    env['ETCD_DATA_DIR'] = join(folder, `etcd-${name}`);
    run(name, 'etcd', [], { env: { PATH: process.env['PATH'], ...env } });
  }

  function startPatroni(name: Node): void {
    const data = join(folder, `data-${name}`);
    mkdirSync(data, { recursive: true, mode: 0o700 });
    chownSync(data, user.uid, user.gid);
    const file = place('patroni.yml', [
      [/^name: one$/m, `name: ${name}`],
      [/(listen|connect_address): 10\.20\.0\.11/g, `$1: ${addressOf[name]}`],
      [/data_dir: .*/g, `data_dir: ${data}`],
      [/pgpass: .*/g, `pgpass: ${join(folder, `data-${name}`)}.pgpass`],
      [/unix_socket_directories: .*/g, `unix_socket_directories: ''`],
      [/ {4}- local all postgres peer\n/g, ''],
    ]);
    run(name, 'patroni', [file], { ...user, env: { PATH: process.env['PATH'], HOME: '/tmp' } });
  }

  const health = async (name: Node, what: string): Promise<boolean> =>
    (
      await fetch(`http://${addressOf[name]}:8008/${what}`, { signal: AbortSignal.timeout(2000) }).catch(
        () => null,
      )
    )?.status === 200;
  async function leader(): Promise<Node> {
    let found: Node = 'one';
    await until('a node leads', async () => {
      for (const name of ['one', 'two'] as const)
        if (await health(name, 'primary')) {
          found = name;
          return true;
        }
      return false;
    });
    return found;
  }
  const untilPair = (): Promise<void> =>
    until('a leader and its synchronous standby', async () => {
      for (const name of ['one', 'two'] as const) if (await health(name, 'synchronous')) return true;
      return false;
    });

  for (const name of ['one', 'two', 'three'] as const) startEtcd(name);
  startPatroni('one');
  await leader();
  startPatroni('two');
  await untilPair();
  return {
    url: `postgres://postgres:CHANGE-superuser@${addressOf.one}:5432,${addressOf.two}:5432/postgres`,
    folder,
    place,
    run: (command, args, env = {}) =>
      run(command, command, args, { env: { PATH: process.env['PATH'], ...env } }),
    leader,
    async lose(name) {
      await killTree(started.get(name) ?? [], join(folder, `data-${name}`));
      started.delete(name);
    },
    start(name) {
      startEtcd(name);
      startPatroni(name);
    },
    untilPair,
    async [Symbol.asyncDispose]() {
      for (const [name, children] of started) await killTree(children, join(folder, `data-${name}`));
      await killTree([], folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, what);
    await sleep(100);
  }
}

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at + 1)];

function userOf(name: string): { uid: number; gid: number } {
  const id = (flag: string): number => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
