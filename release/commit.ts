import { run } from './run.ts';

export interface Commit {
  hash: string;
  /** When it was made. */
  at: Date;
}

/** A release is made of a commit: with changes beside it nobody could make it again. */
export function cleanCommit(): Commit {
  const changes = run('git', ['status', '--porcelain']);
  if (changes !== '') throw new Error(`These files are not as in the commit:\n${changes}`);
  return readCommit();
}

export function readCommit(): Commit {
  const [hash = '', seconds = ''] = run('git', ['show', '--no-patch', '--format=%H %ct']).trim().split(' ');
  return { hash, at: new Date(Number(seconds) * 1000) };
}
