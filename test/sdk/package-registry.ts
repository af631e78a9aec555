import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Registry extends AsyncDisposable {
  url: string;
}

/** A registry for npm on this machine: it has those packages, at those versions, that are installed in `modules`. */
export async function packageRegistry(modules: string): Promise<Registry> {
  const files = mkdtempSync(join(tmpdir(), 'facevalue-registry-'));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/').slice(1);
    const name = path.replace(/\/-\.tgz$/, '');
    const folder = join(modules, name);
    if (name.includes('..') || !existsSync(join(folder, 'package.json'))) {
      response.writeHead(404).end('{}');
      return;
    }
    if (path !== name) {
      response.end(packed(folder, files));
      return;
    }
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    const whole = { ...manifest, dist: { tarball: `http://${request.headers.host}/${name}/-.tgz` } };
    const versions = { [manifest.version]: whole };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: manifest.version }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(files, { recursive: true });
    },
  };
}

function packed(folder: string, files: string): Buffer {
  const file = join(files, 'package.tar');
  const asPackage = ['--exclude=./node_modules', '--transform=s,^\\.,package,'];
  const { status, stderr } = spawnSync('tar', [...asPackage, '-cf', file, '-C', folder, '.']);
  if (status !== 0) throw new Error(String(stderr));
  return readFileSync(file);
}
