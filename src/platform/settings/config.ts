import { isAbsolute, join } from 'node:path';
import { databaseWarnings, readDatabaseSettings, type DatabaseSettings } from './database-settings.ts';
import { flag, integer, oneOf, requireAll, text, type Environment } from './environment.ts';
import { examineSettings, type Examined } from './examine-settings.ts';
import type { HttpPurpose } from '../network/http-call.ts';
import { keptSecret, readKept } from './kept-secret.ts';
import { readMailSettings, type MailSettings, type SmtpSettings } from './mail-settings.ts';
import { isLoopbackName } from '../network/loopback.ts';
import { StartProblem } from '../process/start-problem.ts';
import { readProvider } from '../texter/provider-settings.ts';
import type { TexterSettings } from '../texter/texter.ts';
import { isLanguage, usualLanguage, type Language } from '../text/language.ts';
import { readSessionSettings, type SessionSettings } from './session-settings.ts';
import { readTracing, type TracingSettings } from './tracing-settings.ts';
import { readTrustedProxies } from './trusted-proxies-settings.ts';
import { readWalletSettings, type WalletSettings } from './wallet-settings.ts';
import { withoutEnd } from '../text/edges.ts';

/** All settings except the keys. `.env.example` lists their variables; nothing else reads the environment. */
export interface Settings extends DatabaseSettings {
  /** True if `start` may put the demo into an external database. */
  demoDatabase: boolean;
  databaseConnections: number;
  /** The node of a cluster beside which this process stands; empty: beside none. */
  databaseNode: string;
  /** A file on another disk than the database, by which a copy of it that is put back is known; empty: none. */
  heartbeatFile: string;
  /** Where processes of this machine see whether another one is dead, so that its leases are given back; empty: leases run out. */
  runFolder: string;
  host: string;
  port: number;
  /** How long a process that was asked to end goes on answering, so that balancers send nothing more to it. */
  drainSeconds: number;
  /** Port on which a `work` process answers health requests; 0: none. */
  workPort: number;
  /** Base address of this installation for recipients and clients, without a trailing slash. */
  baseUrl: string;
  smtp: SmtpSettings;
  /** Who is alerted when codes or limits run out; empty: only the supplier's contact. */
  operatorMail: string;
  /** Address of the first operator, who is invited when a process starts; empty: nobody is. */
  setupMail: string;
  /** Whom people in cabinets can ask, in words, an address or a phone; empty: not shown. */
  supportContact: string;
  /** Language of messages to the operator. */
  operatorLanguage: Language;
  /** Language of the output of commands. */
  commandLanguage: Language;
  /** Lines of the operator's name and bank details, for invoices and statements; none: they leave them out. */
  payee: string[];
  mailbox: MailSettings['mailbox'];
  bounceMailbox: MailSettings['bounceMailbox'];
  /** SMS providers; none: no text is sent. */
  sms: TexterSettings;
  /** Signing keys of the wallets. */
  wallets: WalletSettings;
  /** Folder of pictures that this server itself serves at `/pictures/`; null: it serves none. */
  ownPictures: string | null;
  /** Where the built documentation is, for /docs; null: it is switched off. */
  docsFolder: string | null;
  /** The documents that the site is built from; shown by themselves where it is not built. */
  docsSources: string;
  /** For which calls private addresses are allowed. */
  privateAddresses: Record<HttpPurpose, boolean>;
  callbacks: { timeoutMs: number; concurrency: number };
  /** Reverse proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  sessions: SessionSettings;
  /** Browsers are told to use https for all names below this one, too. */
  hstsSubdomains: boolean;
  /** File with further certificate authorities, which Node itself reads; empty: none. */
  authoritiesFile: string;
  /** Where traces are sent; null: off. */
  tracing: TracingSettings | null;
  logLevel: (typeof logLevels)[number];
  /** Allowed but unsafe settings; logged when a process starts. */
  warnings: string[];
  /** Crash point at which the process kills itself; for tests, never in production. */
  crashAt: string;
}

export interface Keys {
  /** 32 bytes that encrypt the data keys. */
  masterKey: Buffer;
  /** The next key during a rotation; either one decrypts the data keys. */
  nextMasterKey: Buffer | null;
  /** Bearer token of /metrics; empty: /metrics is closed. */
  operatorToken: string;
}

export interface Config extends Settings, Keys {}

/** The same settings with another port; the base address changes too if it had the old port. */
export function withPort(config: Config, port: number): Config {
  return { ...config, port, baseUrl: config.baseUrl.replace(new RegExp(`:${config.port}$`), `:${port}`) };
}

const masterKeyBytes = 32;
const builtDocs = join(import.meta.dirname, '../../../packages/docs/site');
const documents = join(import.meta.dirname, '../../../docs');
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const neededInProduction = [
  'DATABASE_URL',
  'FACEVALUE_BASE_URL',
  'FACEVALUE_TRUSTED_PROXIES',
  'FACEVALUE_MASTER_KEY',
  'FACEVALUE_SMTP_URL',
];

/** For commands that need only the database, or run before the rest is configured. */
export const readDatabaseConfig = (env: Environment = process.env): DatabaseSettings =>
  readDatabaseSettings(env);

/** For commands that may begin an installation: outside production missing keys are created in the data folder. */
export const readConfig = (env: Environment = process.env): Config => withKeys(env, keptSecret);

/** For commands on an existing installation: a mistyped data folder gets no keys. */
export const readKnownConfig = (env: Environment = process.env): Config => withKeys(env, readKept);

export type ExaminedSettings = Examined<Config>;

/** Used by `facevalue doctor`, which reports all problems at once. */
export const examineConfig = (env: Environment = process.env): ExaminedSettings =>
  examineSettings(env, (tried) => withKeys(tried, readKept));

/** For commands that need no keys. */
export function readSettings(env: Environment = process.env): Settings {
  if (env['NODE_ENV'] === 'production') requireAll(env, neededInProduction);
  const databaseSettings = readDatabaseSettings(env);
  const { production } = databaseSettings;
  const port = integer(env, 'PORT', 8080, 0, 65535);
  const host = text(env, 'HOST', '127.0.0.1');
  return {
    ...databaseSettings,
    demoDatabase: flag(env, 'FACEVALUE_DEMO_DATABASE', false),
    databaseNode: text(env, 'FACEVALUE_NODE', ''),
    databaseConnections: integer(env, 'FACEVALUE_DATABASE_CONNECTIONS', 16, 4, 1000),
    heartbeatFile: wholePath(env, 'FACEVALUE_HEARTBEAT_FILE'),
    runFolder: wholePath(env, 'FACEVALUE_RUN_FOLDER') || ofEmbedded(databaseSettings),
    host,
    port,
    drainSeconds: integer(env, 'FACEVALUE_DRAIN_SECONDS', production ? 5 : 0, 0, 300),
    workPort: integer(env, 'FACEVALUE_WORK_PORT', 0, 0, 65535),
    baseUrl: address(env, production, `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    ...readMailSettings(env, production),
    operatorMail: text(env, 'FACEVALUE_OPERATOR_MAIL', ''),
    setupMail: text(env, 'FACEVALUE_SETUP_EMAIL', ''),
    supportContact: text(env, 'FACEVALUE_SUPPORT_CONTACT', ''),
    operatorLanguage: operatorLanguage(env),
    commandLanguage: commandLanguage(env),
    payee: text(env, 'FACEVALUE_PAYEE', '')
      .split(';')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    sms: textProviders(env),
    wallets: readWalletSettings(env),
    ownPictures: null,
    docsFolder: flag(env, 'FACEVALUE_DOCS', true) ? builtDocs : null,
    docsSources: documents,
    privateAddresses: {
      callbacks: flag(env, 'FACEVALUE_CALLBACK_PRIVATE', !production),
      pictures: flag(env, 'FACEVALUE_PICTURE_PRIVATE', !production),
      suppliers: flag(env, 'FACEVALUE_SUPPLIER_PRIVATE', !production),
      // Their addresses come from the operator's settings.
      gateways: true,
    },
    callbacks: {
      timeoutMs: integer(env, 'FACEVALUE_CALLBACK_TIMEOUT_MS', 10_000, 100, 120_000),
      concurrency: integer(env, 'FACEVALUE_CALLBACK_CONCURRENCY', 64, 1, 2000),
    },
    trustedProxies: readTrustedProxies(env),
    sessions: readSessionSettings(env),
    hstsSubdomains: flag(env, 'FACEVALUE_HSTS_SUBDOMAINS', false),
    authoritiesFile: text(env, 'NODE_EXTRA_CA_CERTS', ''),
    tracing: readTracing(env),
    logLevel: oneOf(env, 'FACEVALUE_LOG', production ? 'info' : 'warn', logLevels),
    warnings: production ? databaseWarnings(databaseSettings) : [],
    crashAt: production ? '' : text(env, 'FACEVALUE_CRASH_AT', ''),
  };
}

/** Only whoever brings the database along surely has a folder to write to. */
const ofEmbedded = ({ databaseUrl, dataFolder }: DatabaseSettings): string =>
  databaseUrl === null ? join(dataFolder, 'processes') : '';

/** Processes begin in different folders. */
function wholePath(env: Environment, name: string): string {
  const path = text(env, name, '');
  if (path !== '' && !isAbsolute(path))
    throw new StartProblem(`${name} must be a whole path, as /srv/facevalue/heartbeat.`);
  return path;
}

function operatorLanguage(env: Environment): Language {
  const name = 'FACEVALUE_OPERATOR_LANGUAGE';
  const language = text(env, name, usualLanguage);
  if (!isLanguage(language)) throw new StartProblem(`${name} must be ru or en.`);
  return language;
}

/** That of the operator where it was named; otherwise the shell's, whose plain locale (C, POSIX) is English. */
function commandLanguage(env: Environment): Language {
  return env['FACEVALUE_OPERATOR_LANGUAGE'] ? operatorLanguage(env) : shellLanguage(env);
}

/** Settings for commands without an installation. */
export function shellLanguage(env: Environment = process.env): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^ru(?:[_.@-]|$)/i.test(locale) ? 'ru' : 'en';
}

function textProviders(env: Environment): TexterSettings {
  const [first, second] = ['FACEVALUE_SMS_PRIMARY', 'FACEVALUE_SMS_FALLBACK'] as const;
  const primary = readProvider(first, text(env, first, ''));
  const fallback = readProvider(second, text(env, second, ''));
  if (primary === null && fallback !== null)
    throw new StartProblem(`${second} needs ${first} to be set too.`);
  return { primary, fallback };
}

/** Links to certificates are built from it, so production requires it. */
function address(env: Environment, production: boolean, fallback: string): string {
  const name = 'FACEVALUE_BASE_URL';
  const value = text(env, name, fallback);
  if (!URL.canParse(value) || !/^https?:/.test(value)) {
    throw new StartProblem(`${name} must be an address that begins with http:// or https://.`);
  }
  const { protocol, hostname } = new URL(value);
  if (production && protocol === 'http:' && !isLoopbackName(hostname)) {
    throw new StartProblem(
      `${name} must begin with https:// in production: codes and passwords would cross the network unencrypted.`,
    );
  }
  return withoutEnd(value, '/');
}

type Keeper = (dataFolder: string, name: string) => string | null;

/** Required in production; elsewhere the keys may be in the data folder. */
function withKeys(env: Environment, kept: Keeper): Config {
  const settings = readSettings(env);
  const { production, dataFolder } = settings;
  const given = env['FACEVALUE_MASTER_KEY'] || kept(dataFolder, 'master.key');
  if (given === null) throw noMasterKey(dataFolder);
  const next = env['FACEVALUE_MASTER_KEY_NEXT'];
  const token = env['FACEVALUE_OPERATOR_TOKEN'] || (production ? '' : kept(dataFolder, 'operator.token'));
  return {
    ...settings,
    masterKey: aKey('FACEVALUE_MASTER_KEY', given),
    nextMasterKey: next ? aKey('FACEVALUE_MASTER_KEY_NEXT', next) : null,
    operatorToken: token ?? '',
  };
}

function aKey(name: string, base64: string): Buffer {
  const key = Buffer.from(base64, 'base64');
  if (key.length === masterKeyBytes) return key;
  throw new StartProblem(
    `${name} must be 32 bytes in base64, for instance from \`openssl rand -base64 32\`.`,
  );
}

const noMasterKey = (dataFolder: string): StartProblem =>
  new StartProblem(
    `There is no master key in the data folder ${dataFolder}: name the right folder by FACEVALUE_DATA, or set FACEVALUE_MASTER_KEY.`,
  );
