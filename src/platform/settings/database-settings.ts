import { resolve } from 'node:path';
import { Client } from 'pg';
import { flag, text, type Environment } from './environment.ts';
import { isLoopbackName } from '../network/loopback.ts';
import { addressesOf, serversOf } from '../database/servers.ts';
import { StartProblem } from '../process/start-problem.ts';

/** Where the database is; `facevalue migrate` needs no other settings. */
export interface DatabaseSettings {
  production: boolean;
  /** `null`: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null;
  /** False behind a connection pooler that shares connections between transactions. */
  databasePrepare: boolean;
  dataFolder: string;
}

export function readDatabaseSettings(env: Environment): DatabaseSettings {
  const production = env['NODE_ENV'] === 'production';
  const databaseUrl = env['DATABASE_URL'] || null;
  if (production && databaseUrl === null) {
    throw new StartProblem('DATABASE_URL must be set in production (see .env.example).');
  }
  // Reports at once what cannot be read.
  if (databaseUrl !== null) serversOf(databaseUrl);
  return {
    production,
    databaseUrl,
    databasePrepare: flag(env, 'FACEVALUE_DATABASE_PREPARE', true),
    dataFolder: resolve(text(env, 'FACEVALUE_DATA', '.facevalue')),
  };
}

export function databaseWarnings({ databaseUrl }: DatabaseSettings): string[] {
  if (databaseUrl === null || !crossesNetworkOpenly(databaseUrl)) return [];
  return [
    'the database is reached over the network without TLS: add sslmode=verify-full to DATABASE_URL (and sslrootcert=FILE for an authority of your own)',
  ];
}

function crossesNetworkOpenly(databaseUrl: string): boolean {
  return addressesOf(databaseUrl).some(leadsOutOpenly);
}

/** Parsed by the driver itself; it connects to nothing here. */
function leadsOutOpenly(address: string): boolean {
  const { host, ssl } = new Client({ connectionString: address });
  const isHere = host.startsWith('/') || host.startsWith('127.') || isLoopbackName(host);
  return !isHere && !ssl;
}
