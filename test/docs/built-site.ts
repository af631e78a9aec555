/** The documentation site, built once for a test. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './read-samples.ts';

export interface BuiltSite extends Disposable {
  folder: string;
  /** Pages by their addresses: `/docs/ru/operating/`. */
  pages: Map<string, string>;
}

const limitMs = 300_000;

export function builtSite(): BuiltSite {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-site-'));
  const out = join(folder, 'site');
  const args = [join(root, 'bin/facevalue.mjs'), '--run', 'packages/docs/build.ts', '--out', out];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: limitMs,
  });
  if (status !== 0) throw new Error(`The site was not built: ${stdout}${stderr}`);
  const pages = globSync('**/index.html', { cwd: out }).map((path): [string, string] => [
    `/docs/${path.replace(/index\.html$/, '')}`,
    readFileSync(join(out, path), 'utf8'),
  ]);
  return {
    folder: out,
    pages: new Map(pages),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
