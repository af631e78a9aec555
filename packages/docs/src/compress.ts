/** Beside each file its compressed twin, which the server sends as it is. */
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

const compressible = /\.(?:html|css|js|svg|json|ya?ml|txt|md|conf|cfg|ini)$/;

export function compressSite(folder: string): { files: number; kilobytes: number } {
  const files = globSync('**', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile());
  let bytes = 0;
  for (const path of files) {
    const content = readFileSync(join(folder, path));
    bytes += content.length;
    if (compressible.test(path)) {
      writeFileSync(join(folder, `${path}.gz`), gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
    }
  }
  return { files: files.length, kilobytes: Math.ceil(bytes / 1024) };
}
