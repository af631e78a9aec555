/** Packs a version for machines with systemd: `npm run release -- FOLDER`. How it is installed: docs/operating.md. */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { installPackages, layOut, run } from './lay-out.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};
const name = `facevalue-${version}`;

const to = resolve(process.argv[2] ?? 'dist');
const archive = join(to, `${name}-${process.platform}-${process.arch}.tar.gz`);
const folder = mkdtempSync(join(tmpdir(), 'facevalue-release-'));
try {
  layOut(join(folder, name));
  installPackages(join(folder, name));
  mkdirSync(to, { recursive: true });
  packFolder(folder, archive);
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${hash}  ${basename(archive)}\n`);
  const files = globSync('**', { cwd: folder }).length;
  const megabytes = Math.ceil(readFileSync(archive).length / 1_000_000);
  process.stdout.write(`${archive}: ${files} files, ${megabytes} MB\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Of the same files the same archive, whoever packs it and when. */
function packFolder(from: string, file: string): void {
  const plain = file.replace(/\.gz$/, '');
  const same = [
    '--sort=name',
    '--mtime=@0',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
  ];
  run('tar', [...same, '-cf', plain, '-C', from, name]);
  run('gzip', ['-n', '-f', plain]);
}
