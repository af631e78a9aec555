/** What a release is made of. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The program as in the image, and what is read before it is installed; a file .env never gets into it. */
const parts = [
  'package.json',
  'LICENSE',
  'LICENCES.md',
  'CHANGELOG.md',
  '.env.example',
  'bin',
  'migrations',
  'packages/node',
  'src',
  'docs/operating',
  'docs/operating.md',
];

/** Copies the program without its packages into a new folder. */
export function layOut(target: string): void {
  mkdirSync(target, { recursive: true });
  for (const part of parts) cpSync(join(root, part), join(target, part), { recursive: true });
  for (const path of globSync('src/**/*.test.ts', { cwd: target })) rmSync(join(target, path));
}

/** Of exactly the locked versions, without tools for development, and running nobody's install scripts. */
export function installPackages(target: string): void {
  const lock = join(target, 'package-lock.json');
  cpSync(join(root, 'package-lock.json'), lock);
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], target);
  // Where one is, the program compares its packages with it at each start, and offers to install them.
  rmSync(lock);
}

export function run(command: string, args: readonly string[], cwd = root): void {
  const { status, error, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
}
