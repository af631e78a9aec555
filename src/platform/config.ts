import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartProblem } from './start-problem.ts';

/** Every setting of the platform. `.env.example` lists the variables behind them; nothing else reads the environment. */
export interface Config {
  production: boolean;
  /** `null`: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null;
  databaseConnections: number;
  /** False behind a connection pooler that hands a connection to others between transactions. */
  databasePrepare: boolean;
  dataFolder: string;
  host: string;
  port: number;
  /** Address under which recipients and clients reach this installation, without a slash at the end. */
  baseUrl: string;
  /** 32 bytes that seal the data keys. */
  masterKey: Buffer;
  /** Bearer token of /metrics; empty: /metrics answers callers of the loopback only. */
  operatorToken: string;
  smtp: { url: string; from: string };
  /** Who is told that codes or limits run out; empty: only the supplier's contact. */
  operatorMail: string;
  /** The mailbox for suppliers' answers and codes. An empty url: none is read. */
  mailbox: { url: string; address: string };
  callbacks: { allowPrivateAddresses: boolean; timeoutMs: number; concurrency: number };
  /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  logLevel: string;
  /** Name of the crash point at which the process kills itself; only outside production, for tests. */
  crashAt: string;
}

/** The same settings on another port; the address follows when it named the port of before. */
export function withPort(config: Config, port: number): Config {
  return { ...config, port, baseUrl: config.baseUrl.replace(new RegExp(`:${config.port}$`), `:${port}`) };
}

type Environment = Record<string, string | undefined>;

export function readConfig(env: Environment = process.env): Config {
  const production = env['NODE_ENV'] === 'production';
  const dataFolder = resolve(text(env, 'FACEVALUE_DATA', '.facevalue'));
  const port = integer(env, 'PORT', 8080, 0, 65535);
  const host = text(env, 'HOST', '127.0.0.1');
  return {
    production,
    databaseUrl: production ? required(env, 'DATABASE_URL') : env['DATABASE_URL'] || null,
    databaseConnections: integer(env, 'FACEVALUE_DATABASE_CONNECTIONS', 16, 2, 1000),
    databasePrepare: flag(env, 'FACEVALUE_DATABASE_PREPARE', true),
    dataFolder,
    host,
    port,
    baseUrl: address(env, production, `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    masterKey: masterKey(env, production, dataFolder),
    operatorToken:
      env['FACEVALUE_OPERATOR_TOKEN'] ?? (production ? '' : keptSecret(dataFolder, 'operator.token')),
    smtp: {
      url: production ? required(env, 'FACEVALUE_SMTP_URL') : text(env, 'FACEVALUE_SMTP_URL', ''),
      from: text(env, 'FACEVALUE_MAIL_FROM', 'Facevalue <certificates@facevalue.example>'),
    },
    operatorMail: text(env, 'FACEVALUE_OPERATOR_MAIL', ''),
    mailbox: {
      url: mailboxUrl(env, production),
      address: text(env, 'FACEVALUE_MAILBOX_ADDRESS', ''),
    },
    callbacks: {
      allowPrivateAddresses: flag(env, 'FACEVALUE_CALLBACK_PRIVATE', !production),
      timeoutMs: integer(env, 'FACEVALUE_CALLBACK_TIMEOUT_MS', 10_000, 100, 120_000),
      concurrency: integer(env, 'FACEVALUE_CALLBACK_CONCURRENCY', 64, 1, 2000),
    },
    trustedProxies: text(env, 'FACEVALUE_TRUSTED_PROXIES', '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    logLevel: text(env, 'FACEVALUE_LOG', production ? 'info' : 'warn'),
    crashAt: production ? '' : text(env, 'FACEVALUE_CRASH_AT', ''),
  };
}

const text = (env: Environment, name: string, fallback: string): string => env[name] || fallback;

function required(env: Environment, name: string): string {
  const value = env[name];
  if (!value) throw new StartProblem(`${name} must be set in production (see .env.example).`);
  return value;
}

function integer(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = env[name] ? Number(env[name]) : fallback;
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new StartProblem(`${name} must be a whole number from ${least} to ${most}.`);
  }
  return value;
}

function flag(env: Environment, name: string, fallback: boolean): boolean {
  const value = env[name];
  if (!value) return fallback;
  if (value !== '0' && value !== '1') throw new StartProblem(`${name} must be 0 or 1.`);
  return value === '1';
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A password and codes go over this connection: production wants it encrypted, but for a server on the same machine. */
function mailboxUrl(env: Environment, production: boolean): string {
  const name = 'FACEVALUE_IMAP_URL';
  const value = text(env, name, '');
  if (value === '') return '';
  if (!URL.canParse(value) || !/^imaps?:/.test(value)) {
    throw new StartProblem(`${name} must look like imaps://user:secret@imap.example:993/INBOX.`);
  }
  if (production && value.startsWith('imap:') && !loopback.has(new URL(value).hostname)) {
    throw new StartProblem(`${name} must begin with imaps:// in production.`);
  }
  return value;
}

/** Links to certificates are made from it, so a production installation has to say it. */
function address(env: Environment, production: boolean, fallback: string): string {
  const name = 'FACEVALUE_BASE_URL';
  const value = production ? required(env, name) : text(env, name, fallback);
  if (!URL.canParse(value) || !/^https?:/.test(value)) {
    throw new StartProblem(`${name} must be an address that begins with http:// or https://.`);
  }
  return value.replace(/\/+$/, '');
}

/** Production sets the key; elsewhere it is made once and kept in the data folder. */
function masterKey(env: Environment, production: boolean, dataFolder: string): Buffer {
  const given = production ? required(env, 'FACEVALUE_MASTER_KEY') : env['FACEVALUE_MASTER_KEY'];
  const key = given
    ? Buffer.from(given, 'base64')
    : Buffer.from(keptSecret(dataFolder, 'master.key'), 'base64');
  if (key.length !== 32) {
    throw new StartProblem(
      'FACEVALUE_MASTER_KEY must be 32 bytes in base64, for instance from `openssl rand -base64 32`.',
    );
  }
  return key;
}

/** 32 random bytes in base64, made once and kept in a file that only its owner may read. */
function keptSecret(dataFolder: string, name: string): string {
  const file = join(dataFolder, name);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') throw problem;
  }
  return readFileSync(file, 'utf8').trim();
}
