import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { superuser } from './initialise-cluster.ts';

/** The file by which other processes find the running server. */
export interface Connection extends Address {
  pid: number;
}

export interface Address {
  port: number;
  /** Null: by TCP on the port. */
  socketFolder: string | null;
}

export function connectionFileOf(folder: string): string {
  return join(folder, 'connection.json');
}

export function urlOf(password: string, { port, socketFolder }: Address, database: string): string {
  const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  return socketFolder === null ? url : `${url}?host=${encodeURIComponent(socketFolder)}`;
}

export function readConnection(folder: string): Connection | null {
  try {
    const value: unknown = JSON.parse(readFileSync(connectionFileOf(folder), 'utf8'));
    if (typeof value !== 'object' || value === null || !('port' in value) || !('pid' in value)) return null;
    const { port, pid } = value;
    if (typeof port !== 'number' || typeof pid !== 'number') return null;
    const socketFolder = 'socketFolder' in value ? value.socketFolder : null;
    return { port, pid, socketFolder: typeof socketFolder === 'string' ? socketFolder : null };
  } catch {
    return null;
  }
}

export function writeConnection(folder: string, connection: Connection): void {
  const path = connectionFileOf(folder);
  writeFileSync(`${path}.new`, `${JSON.stringify(connection)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
