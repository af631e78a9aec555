/** A process that reads tables, with limits that are kept from outside: whatever a file does to it, nothing else notices. */
import { spawn, type ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { readFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromReader, ToReader } from './table-messages.ts';

/** A table of two million rows needs most of it. */
const heapMegabytes = 1024;
/** With its buffers, which the heap does not count. Addresses can't be limited: Node reserves many more than it uses. */
const maxResidentBytes = 1400 * 1024 * 1024;
const watchedEveryMs = 100;
/** Limit of processor time for the whole process, so that it ends even if its parent is gone. */
const lifeSeconds = 900;
const startMs = 60_000;

const file = fileURLToPath(new URL('./table-reader.ts', import.meta.url));
/** Where memory runs short, the system ends this process first. What can't be set is gone without. */
const limited = `ulimit -t ${lifeSeconds}; echo 1000 > /proc/self/oom_score_adj; exec "$0" "$@"`;

export interface ReaderProcess {
  say(message: ToReader): Promise<void>;
  /** The next message; null: the process has ended. */
  hear(): Promise<FromReader | null>;
  /** Held by who reads with it: its memory is watched. While it is not held, the program may end. */
  hold(held: boolean): void;
  end(): void;
  onEnd(listener: () => void): void;
}

/** Throws where it does not start. */
export async function startReader(): Promise<ReaderProcess> {
  const child = spawnReader();
  const ended = new Promise<null>((resolve) => {
    child.once('exit', () => resolve(null)).once('error', () => resolve(null));
  });
  const messages: AsyncIterator<FromReader[], undefined> = on(child, 'message');
  let watch: NodeJS.Timeout | undefined;
  const reader: ReaderProcess = {
    say: (message) => send(child, message),
    hear: async () => Promise.race([messages.next().then(({ value }) => value?.[0] ?? null), ended]),
    hold(held) {
      clearInterval(watch);
      if (held) watch = setInterval(() => void endIfLarge(child), watchedEveryMs);
      for (const one of [child, child.channel])
        if (held) one?.ref();
        else one?.unref();
    },
    end() {
      clearInterval(watch);
      child.kill('SIGKILL');
    },
    onEnd: (listener) => void ended.then(listener),
  };
  const late = setTimeout(() => reader.end(), startMs);
  const first = await reader.hear();
  clearTimeout(late);
  if (first?.is !== 'ready') throw new Error('The process that reads tables does not start.');
  return reader;
}

function spawnReader(): ChildProcess {
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMegabytes}`,
    '--disable-warning=ExperimentalWarning',
    file,
  ];
  const [command = '', ...args] = process.platform === 'win32' ? node : ['/bin/sh', '-c', limited, ...node];
  const compiled = getCompileCacheDir();
  return spawn(command, args, {
    cwd: dirname(file),
    // Neither secrets nor settings: it needs none. Ctrl-C does not reach it.
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

async function endIfLarge(child: ChildProcess): Promise<void> {
  // Other systems than Linux tell nothing here: there is only the limit of the heap.
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const kilobytes = Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0);
  if (kilobytes * 1024 > maxResidentBytes) child.kill('SIGKILL');
}

/** A message to a process that has ended is lost; `hear` tells of the end. */
const send = (child: ChildProcess, message: ToReader): Promise<void> =>
  new Promise((resolve) => {
    if (!child.connected) resolve();
    else child.send(message, () => resolve());
  });
