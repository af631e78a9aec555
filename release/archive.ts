import { basename, dirname } from 'node:path';
import { globSync } from 'node:fs';
import { run } from './run.ts';

/** Of the same files the same archive, whoever packs it and when. */
export function packFolder(from: string, file: string): void {
  const plain = file.replace(/\.gz$/, '');
  const same = [
    '--format=gnu',
    '--sort=name',
    '--mtime=@0',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
  ];
  run('tar', [...same, '-cf', plain, '-C', from, ...globSync('*', { cwd: from }).toSorted()], dirname(file));
  run('gzip', ['-n', '-f', basename(plain)], dirname(file));
}
