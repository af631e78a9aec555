import { spawnSync } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartProblem } from '../../process/start-problem.ts';

/** PostgreSQL refuses to run as root, so root runs it in a user namespace or as the user nobody. */
export interface RunAs {
  /** Put before the binary and its arguments. */
  prefix: string[];
  /** Passed to spawn, and the owner of the cluster's files; null if they stay ours. */
  uid: number | null;
}

const nobodyUid = 65534;

const ourselves: RunAs = { prefix: [], uid: null };
const namespaceCommand = ['unshare', '--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyUid}`];
const plainPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * In a user namespace the server sees itself as nobody while its files still belong to root, even below a private home
 * folder. Where namespaces are not allowed (some containers), it really runs as nobody. An existing cluster keeps the
 * method it was created with.
 */
export function chooseRunAs(clusterFolder: string): RunAs {
  if (process.getuid?.() !== 0) return ourselves;
  if (process.platform !== 'linux') {
    throw new StartProblem('The embedded PostgreSQL does not run as root here: start as an ordinary user.');
  }
  const owner = statSync(clusterFolder, { throwIfNoEntry: false })?.uid;
  if (owner === nobodyUid) return { prefix: [], uid: nobodyUid };
  const trial = spawnSync(namespaceCommand[0] ?? '', [...namespaceCommand.slice(1), 'true'], {
    env: serverEnvironment(null),
  });
  if (trial.status === 0) return { prefix: namespaceCommand, uid: null };
  return { prefix: [], uid: nobodyUid };
}

/** Lets the other user reach the cluster: it may pass through the data folder and ours, but not list them. */
export function allowTraversal(folder: string, runAs: RunAs): void {
  if (runAs.uid === null) return;
  for (const path of [folder, dirname(folder)]) chmodSync(path, statSync(path).mode | 0o011);
}

/** A minimal environment: PG* variables of the caller have no effect, and none of our secrets is passed on. */
export function serverEnvironment(extraLibraryFolder: string | null): Record<string, string> {
  const plain = { PATH: plainPath, LC_ALL: 'C', TZ: 'UTC' };
  if (extraLibraryFolder === null) return plain;
  return { ...plain, LD_LIBRARY_PATH: extraLibraryFolder, DYLD_LIBRARY_PATH: extraLibraryFolder };
}
