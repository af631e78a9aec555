/** How much memory a process has used at most. */
import { existsSync, readFileSync } from 'node:fs';

const kibiPerMebi = 1024;

/** Peak memory of a process so far; null if the system does not report it, or it has ended. */
export function peakMebibytes(pid: number): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1];
  return kibibytes === undefined ? null : Math.round(Number(kibibytes) / kibiPerMebi);
}
