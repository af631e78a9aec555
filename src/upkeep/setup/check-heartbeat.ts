/** Whether a copy of the database that is put back would be known. */
import { stat } from 'node:fs/promises';
import type { Sql } from '../../platform/database/database.ts';
import { inTime, readHeartbeat } from '../../platform/database/heartbeat-file.ts';
import { notedBeat } from '../../platform/database/heartbeat.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Finding } from './finding.ts';

/** Processes renew it every second. */
export const oldHeartbeatMs = 60_000;

export async function checkHeartbeat(
  { heartbeatFile: file, databaseUrl, dataFolder }: Config,
  readDb: () => Sql,
  now: Date,
): Promise<Finding[]> {
  if (file === '') return [{ is: 'heartbeat-unset' }];
  const found = await inTime(readHeartbeat(file));
  if (found.is === 'absent') return [{ is: 'heartbeat-absent', file }];
  if (found.is === 'unreadable') return [{ is: 'heartbeat-unreadable', file, why: found.why }];
  const noted = await notedBeat(readDb());
  if (noted === null || noted.installation !== found.beat.installation)
    return [{ is: 'heartbeat-other', file }];
  if (noted.beat < found.beat.beat) return [{ is: 'heartbeat-behind' }];
  const { mtimeMs, dev } = await stat(file);
  const isOld = now.getTime() - mtimeMs > oldHeartbeatMs && noted.restedMs < oldHeartbeatMs;
  const isNear = databaseUrl === null && dev === (await stat(dataFolder)).dev;
  return [
    isOld ? { is: 'heartbeat-old', file } : { is: 'heartbeat-ok', file },
    ...(isNear ? [{ is: 'heartbeat-near', file } as const] : []),
  ];
}
