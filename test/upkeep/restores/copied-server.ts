import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresBinaries } from '../../../src/platform/database/embedded/binaries.ts';
import {
  clusterFolderOf,
  initialiseCluster,
  superuser,
} from '../../../src/platform/database/embedded/initialise-cluster.ts';
import { launchServer } from '../../../src/platform/database/embedded/launch-server.ts';
import { allowTraversal, chooseRunAs } from '../../../src/platform/database/embedded/run-as.ts';
import { killServer } from '../../platform/database/server-pair.ts';

/** A server whose files are copied and put back, as a disk snapshot is: it has the same history afterwards. */
export interface CopiedServer extends AsyncDisposable {
  url: string;
  /** Outside the folder that is copied. */
  heartbeatFile: string;
  /** A copy of the files of the stopped server, which is started again. */
  copy(): Promise<void>;
  /** The server with the files of the copy. */
  putBack(): Promise<void>;
  /** As the machine loses its power, then crash recovery. */
  crash(): Promise<void>;
}

const settings = { max_connections: '60', shared_buffers: '64MB' };

export async function copiedServer(more: Record<string, string> = {}): Promise<CopiedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-copied-'));
  const origin = join(folder, 'origin');
  const cluster = clusterFolderOf(origin);
  const kept = join(folder, 'copy');
  mkdirSync(origin, { mode: 0o700 });
  const run = { binaries: findPostgresBinaries(folder), runAs: chooseRunAs(cluster) };
  allowTraversal(origin, run.runAs);
  const password = await initialiseCluster(origin, run, { durable: false, onProgress: () => {} });
  const urlOf = (port: number): string => `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`;
  let preferredPort: number | null = null;
  const launch = async (): Promise<void> => {
    const ask = { folder: origin, cluster, run, onProgress: () => {}, preferredPort, urlOf };
    const { port } = await launchServer({ ...ask, settings: { ...settings, ...more } });
    preferredPort = port;
  };
  await launch();
  return {
    url: urlOf(preferredPort ?? 0),
    heartbeatFile: join(folder, 'heartbeat'),
    async copy() {
      await killServer(cluster);
      copyFiles(cluster, kept);
      await launch();
    },
    async putBack() {
      await killServer(cluster);
      copyFiles(kept, cluster);
      await launch();
    },
    async crash() {
      await killServer(cluster);
      await launch();
    },
    async [Symbol.asyncDispose]() {
      await killServer(cluster);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function copyFiles(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  spawnSync('cp', ['-a', from, to]);
}
