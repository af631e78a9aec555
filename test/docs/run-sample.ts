/** Runs samples of one page, each after the other, in one folder. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownMark } from '../runner/started.ts';
import { shapeOf } from '../support/shape-of.ts';
import type { Sample } from './read-samples.ts';
import type { SampleWorld } from './sample-world.ts';

const limitMs = 120_000;
const startMs = 3000;

interface Language {
  extension: string;
  command: string[];
  /** What a fragment needs to be a program. */
  complete?: (code: string) => string;
}

const languages: Record<string, Language | undefined> = {
  sh: { extension: 'sh', command: ['sh', '-e'] },
  ts: { extension: 'ts', command: ['node'] },
  js: { extension: 'mjs', command: ['node'] },
  python: { extension: 'py', command: ['python3'] },
  java: { extension: 'java', command: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] },
  php: {
    extension: 'php',
    command: ['php'],
    // A whole program loads the SDK itself.
    complete: (code) => (code.startsWith('<?php') ? code : `<?php\nrequire 'sdk/php/autoload.php';\n${code}`),
  },
};

export const isProgram = ({ language }: Sample): boolean => languages[language] !== undefined;

export interface SampleRun extends AsyncDisposable {
  /** What it printed. Throws if it failed. */
  run(sample: Sample): Promise<string>;
}

export function runnerOf(place: SampleWorld): SampleRun {
  const folder = place.newFolder();
  const started: ChildProcess[] = [];
  const start = (sample: Sample): ChildProcess => {
    const {
      extension,
      command,
      complete = String,
    } = languages[sample.language] ?? {
      extension: 'txt',
      command: ['false'],
    };
    const file = join(folder, `sample-${sample.line}.${extension}`);
    writeFileSync(file, place.adapted(complete(sample.code)));
    const [program = '', ...args] = command;
    return spawn(program, [...args, file], {
      cwd: folder,
      env: { ...place.env, ...ownMark },
      detached: true,
    });
  };
  return {
    async run(sample) {
      const name = sample.marks.get('file');
      if (name !== undefined) {
        writeFileSync(join(folder, name), place.adapted(sample.code));
        return '';
      }
      const child = start(sample);
      if (!sample.marks.has('starts')) return place.world.whileWorking(outcomeOf(child, sample));
      started.push(child);
      let complaints = '';
      child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
      await sleep(startMs);
      if (child.exitCode !== null)
        throw new Error(`${sample.page}:${sample.line} ended at once\n${complaints}`);
      return '';
    },
    async [Symbol.asyncDispose]() {
      for (const child of started) endGroup(child);
      await Promise.all(
        started.map(
          (child) =>
            new Promise<unknown>((done) =>
              child.exitCode === null && child.signalCode === null ? child.once('close', done) : done(null),
            ),
        ),
      );
    },
  };
}

/** With what it started itself. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended.
  }
}

async function outcomeOf(child: ChildProcess, { page, line }: Sample): Promise<string> {
  let [printed, complaints] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const timer = setTimeout(() => endGroup(child), limitMs);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  clearTimeout(timer);
  if (code !== 0) throw new Error(`${page}:${line} ended with ${code}\n${complaints}${printed}`);
  return printed;
}

/** A sample marked `answer` has the fields of what the one before printed. */
export function assertAnswers(sample: Sample, printed: string): void {
  assert.deepEqual(
    shapeOf(JSON.parse(printed)),
    shapeOf(JSON.parse(sample.code)),
    `${sample.page}:${sample.line}`,
  );
}
