import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { callbackSecretContext } from '../../src/clients/client.ts';
import type { Config } from '../../src/platform/settings/config.ts';
import type { CrashPoint } from '../../src/platform/process/crash-point.ts';
import type { CellDatabases } from '../../src/platform/cells/open-cells.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createHttpClient, type HttpClient } from '../../src/platform/network/http-client.ts';
import type { Keyring } from '../../src/platform/secrets/keyring.ts';
import type { Worker } from '../../src/platform/process/loop.ts';
import { smtpSettings } from './smtp-settings.ts';
import { createMetrics, type Metrics } from '../../src/platform/process/metrics.ts';
import { demoPictures } from '../../seeds/demo-pictures.ts';
import { migratedDatabase } from './migrated-database.ts';

/** A migrated database, a clock moved by hand and real HTTP, for the tests of queues. */
export interface WorkerWorld extends AsyncDisposable {
  /** As in `MigratedDatabase`. */
  db: Database;
  url: string;
  centre: Database;
  cells: CellDatabases[];
  cell: number | null;
  keyring: Keyring;
  http: HttpClient;
  config: Config;
  log: pino.Logger;
  metrics: Metrics;
  tracing: null;
  crashPoint: CrashPoint;
  clock: { now(): Date; forward(minutes: number): void };
  addClient(id: number): Promise<string>;
}

const worldBegan = new Date('2026-11-20T09:00:00Z');

export async function workerWorld(
  settings: { timeoutMs?: number; concurrency?: number; smtpUrl?: string } = {},
): Promise<WorkerWorld> {
  const database = await migratedDatabase();
  const { url, db, centre, cells, cell, keyring } = database;
  const http = createHttpClient({ allowPrivateAddresses: true });
  let nowMs = worldBegan.getTime();
  return {
    url,
    db,
    centre,
    cells,
    cell,
    keyring,
    http,
    config: testConfig(settings),
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    tracing: null,
    crashPoint: () => {},
    clock: {
      now: () => new Date(nowMs),
      forward: (minutes) => {
        nowMs += minutes * 60_000;
      },
    },
    async addClient(id) {
      const secret = `whsec_${randomBytes(24).toString('base64')}`;
      await db.query(
        `insert into clients (id, name, registered_at, callback_secret) values ($1, $2, $3, $4)`,
        [id, `Client ${id}`, worldBegan, keyring.seal(secret, callbackSecretContext(id))],
      );
      return secret;
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Runs a queue until none of its work is due. */
export async function settle(worker: Worker): Promise<void> {
  while ((await worker.round()) > 0) await worker.drain();
  await worker.drain();
}

function testConfig(settings: { timeoutMs?: number; concurrency?: number; smtpUrl?: string }): Config {
  return {
    production: false,
    databaseUrl: null,
    demoDatabase: false,
    databaseConnections: 6,
    databaseNode: '',
    databasePrepare: true,
    dataFolder: '/nonexistent',
    heartbeatFile: '',
    runFolder: '',
    host: '127.0.0.1',
    port: 0,
    drainSeconds: 0,
    workPort: 0,
    baseUrl: 'http://127.0.0.1:8080',
    masterKey: Buffer.alloc(32),
    nextMasterKey: null,
    operatorToken: '',
    payee: [],
    smtp: smtpSettings(settings.smtpUrl ?? ''),
    operatorMail: '',
    supportContact: '',
    setupMail: '',
    operatorLanguage: 'ru',
    commandLanguage: 'ru',
    authoritiesFile: '',
    mailbox: { url: '', address: '', doneFolder: 'Facevalue', keepDays: 14, authservId: '', dnsServers: [] },
    ownPictures: demoPictures,
    docsFolder: null,
    docsSources: '',
    wallets: { apple: null, google: null },
    bounceMailbox: { url: '' },
    sms: { primary: null, fallback: null },
    privateAddresses: { callbacks: true, pictures: true, suppliers: true, gateways: true },
    warnings: [],
    callbacks: {
      timeoutMs: settings.timeoutMs ?? 5000,
      concurrency: settings.concurrency ?? 64,
    },
    trustedProxies: [],
    sessions: { idleMinutes: 60, tillIdleMinutes: 30 },
    hstsSubdomains: false,
    tracing: null,
    logLevel: 'silent',
    crashAt: '',
  };
}
