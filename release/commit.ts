import { run } from './run.ts';
import { Refusal } from './script.ts';

export interface Commit {
  hash: string;
  /** When it was made. */
  at: Date;
}

/** A release is made of a commit: with changes beside it nobody could make it again. */
export function cleanCommit(): Commit {
  const changes = run('git', ['status', '--porcelain']);
  if (changes !== '')
    throw new Refusal(
      `A release is made of a commit, and these files are not as in it. Commit, remove or ignore them:\n${changes.trimEnd()}`,
    );
  return readCommit();
}

export function readCommit(): Commit {
  const [hash = '', seconds = ''] = run('git', ['show', '--no-patch', '--format=%H %ct']).trim().split(' ');
  return { hash, at: new Date(Number(seconds) * 1000) };
}
