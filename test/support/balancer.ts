/** HAProxy, by the file of docs/operating, before processes that serve: on loopback, and without TLS. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastingPort } from './lasting-port.ts';

export const hasBalancer = (): boolean => spawnSync('haproxy', ['-v']).error === undefined;

const shipped = join(import.meta.dirname, '../../docs/operating/haproxy.cfg');

export async function balancer(serving: readonly string[]): Promise<AsyncDisposable & { url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-balancer-'));
  const place = `127.0.0.1:${await lastingPort()}`;
  const servers = serving.map((url, nth) => `    server serve-${nth} ${new URL(url).host}`).join('\n');
  const config = readFileSync(shipped, 'utf8')
    .replaceAll(/^ +(?:log|log-format|bind :443|http-request redirect) .*\n/gm, '')
    .replace('bind :80', `bind ${place}`)
    .replace('maxconn 20000', 'maxconn 1000')
    .replaceAll(/^ +server .*\n/gm, '');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, `${config}${servers}\n`);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const ended = once(child, 'close');
  return {
    url: `http://${place}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
