import { join } from 'node:path';

/** A socket's path has room for 104 bytes on macOS and 108 on Linux, with the zero at its end. */
const MAX_PATH_BYTES = 103;

/**
 * Where the server listens beside its port: accepting orders over a local socket costs a tenth less than over TCP
 * (docs/decisions/0015). The cluster's own folder, which nobody else may enter; null where its path is too long for a
 * socket or would have to be quoted in the server's settings.
 */
export function socketFolderOf(cluster: string): string | null {
  if (process.platform === 'win32' || /["',]/.test(cluster)) return null;
  return Buffer.byteLength(join(cluster, '.s.PGSQL.65535')) <= MAX_PATH_BYTES ? cluster : null;
}
