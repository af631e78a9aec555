/** The folder of the embedded server's socket. */
import { join } from 'node:path';

/** The path of a socket may have 104 bytes on macOS and 108 on Linux, including the zero at its end. */
const maxPathBytes = 103;

/**
 * The folder of the server's Unix socket: accepting orders over it costs a tenth less than over TCP
 * (docs/decisions/0015). It is the cluster's own private folder; null if its path is too long for a socket or would
 * need quoting in the server's settings.
 */
export function socketFolderOf(cluster: string): string | null {
  if (process.platform === 'win32' || /["',]/.test(cluster)) return null;
  return Buffer.byteLength(join(cluster, '.s.PGSQL.65535')) <= maxPathBytes ? cluster : null;
}
