import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { flag, integer, required, text, type Environment } from './environment.ts';
import { readMailSettings, type MailSettings, type SmtpSettings } from './mail-settings.ts';
import { StartProblem } from './start-problem.ts';
import { readProvider } from './texter/provider-settings.ts';
import type { TexterSettings } from './texter/texter.ts';
import { isLanguage, usualLanguage, type Language } from './web/language.ts';
import { readTrustedProxies } from './trusted-proxies-settings.ts';
import { readWalletSettings, type WalletSettings } from './wallet-settings.ts';

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
  /** Where a process that only works answers for its health; 0: nowhere. */
  workPort: number;
  /** Address under which recipients and clients reach this installation, without a slash at the end. */
  baseUrl: string;
  /** 32 bytes that seal the data keys. */
  masterKey: Buffer;
  /** Bearer token of /metrics; empty: /metrics answers nobody. */
  operatorToken: string;
  smtp: SmtpSettings;
  /** Who is told that codes or limits run out; empty: only the supplier's contact. */
  operatorMail: string;
  /** In which the operator is written to. */
  operatorLanguage: Language;
  mailbox: MailSettings['mailbox'];
  bounceMailbox: MailSettings['bounceMailbox'];
  /** Providers of texts; without any, none is sent. */
  sms: TexterSettings;
  /** Keys of the wallets that certificates may be put in. */
  wallets: WalletSettings;
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
    workPort: integer(env, 'FACEVALUE_WORK_PORT', 0, 0, 65535),
    baseUrl: address(env, production, `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    masterKey: masterKey(env, production, dataFolder),
    operatorToken:
      env['FACEVALUE_OPERATOR_TOKEN'] || (production ? '' : keptSecret(dataFolder, 'operator.token')),
    ...readMailSettings(env, production),
    operatorMail: text(env, 'FACEVALUE_OPERATOR_MAIL', ''),
    operatorLanguage: operatorLanguage(env),
    sms: textProviders(env),
    wallets: readWalletSettings(env),
    callbacks: {
      allowPrivateAddresses: flag(env, 'FACEVALUE_CALLBACK_PRIVATE', !production),
      timeoutMs: integer(env, 'FACEVALUE_CALLBACK_TIMEOUT_MS', 10_000, 100, 120_000),
      concurrency: integer(env, 'FACEVALUE_CALLBACK_CONCURRENCY', 64, 1, 2000),
    },
    trustedProxies: readTrustedProxies(env, production),
    logLevel: text(env, 'FACEVALUE_LOG', production ? 'info' : 'warn'),
    crashAt: production ? '' : text(env, 'FACEVALUE_CRASH_AT', ''),
  };
}

function operatorLanguage(env: Environment): Language {
  const name = 'FACEVALUE_OPERATOR_LANGUAGE';
  const language = text(env, name, usualLanguage);
  if (!isLanguage(language)) throw new StartProblem(`${name} must be ru or en.`);
  return language;
}

function textProviders(env: Environment): TexterSettings {
  const [first, second] = ['FACEVALUE_SMS_PRIMARY', 'FACEVALUE_SMS_FALLBACK'] as const;
  const primary = readProvider(first, text(env, first, ''));
  const fallback = readProvider(second, text(env, second, ''));
  if (primary === null && fallback !== null)
    throw new StartProblem(`${second} needs ${first} to be set too.`);
  return { primary, fallback };
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
