import { once } from 'node:events';
import { createInterface } from 'node:readline';
import nodeFlags from '../../bin/node-flags.json' with { type: 'json' };
import { startOwn, type OwnProcess } from './own-processes.ts';
import { freePort } from '../../src/platform/process/free-port.ts';

/** One `serve` or `work` process, started as in production. */
export interface PlatformProcess extends Omit<OwnProcess, 'child'> {
  baseUrl: string;
  port: number;
  pid: number;
}

export interface PlatformSettings {
  databaseUrl: string;
  dataFolder: string;
  masterKey: Buffer;
  /** Folder for CPU profiles; null: none. */
  profile: string | null;
  smtpUrl?: string;
  /** Provider of texts. */
  smsUrl?: string;
  /** Where traces are sent, and of which share of the orders; default: nowhere. */
  traces?: { url: string; share: number };
  callbackConcurrency?: number;
  callbackTimeoutMs?: number;
}

const readyLimitMs = 30_000;

export async function startPlatform(
  role: 'serve' | 'work',
  settings: PlatformSettings,
): Promise<PlatformProcess> {
  const port = await freePort('127.0.0.1', 0);
  const running = startOwn('src/main.ts', [role, '--json'], {
    env: environment(settings, port),
    flags: [
      ...(role === 'serve' ? nodeFlags.serve : []),
      ...(settings.profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${settings.profile}`]),
    ],
  });
  const output = running.child.stdout;
  if (output === null) throw new Error('The process has no output to read.');
  // The first line of output says that it is ready.
  const lines = createInterface({ input: output });
  const said = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(readyLimitMs) }).then(([line]) => String(line)),
    once(running.child, 'exit').then(() => 'it ended'),
  ]);
  if (!/"ready":true/.test(said)) throw new Error(`facevalue ${role} is not ready: ${said}`);
  // A profile is written at an orderly end only.
  const kill = (): Promise<void> => (settings.profile === null ? running.kill() : running.stop());
  return { port, baseUrl: `http://127.0.0.1:${port}`, pid: running.child.pid ?? 0, ...running, kill };
}

/** Of a role, or of a command. */
export function environment(settings: PlatformSettings, port: number): Record<string, string> {
  return {
    NODE_ENV: 'production',
    FACEVALUE_BASE_URL: `http://127.0.0.1:${port}`,
    FACEVALUE_TRUSTED_PROXIES: 'none',
    DATABASE_URL: settings.databaseUrl,
    FACEVALUE_DATA: settings.dataFolder,
    FACEVALUE_MASTER_KEY: settings.masterKey.toString('base64'),
    // Most measurements send no letter; the setting is required anyway.
    FACEVALUE_SMTP_URL: settings.smtpUrl ?? 'smtp://127.0.0.1:1',
    ...(settings.smsUrl === undefined ? {} : { FACEVALUE_SMS_PRIMARY: settings.smsUrl }),
    FACEVALUE_CALLBACK_PRIVATE: '1',
    FACEVALUE_SUPPLIER_PRIVATE: '1',
    FACEVALUE_PICTURE_PRIVATE: '1',
    ...(settings.traces === undefined
      ? {}
      : {
          OTEL_EXPORTER_OTLP_ENDPOINT: settings.traces.url,
          OTEL_TRACES_SAMPLER: 'traceidratio',
          OTEL_TRACES_SAMPLER_ARG: String(settings.traces.share),
        }),
    FACEVALUE_LOG: 'warn',
    HOST: '127.0.0.1',
    PORT: String(port),
    ...(settings.callbackConcurrency === undefined
      ? {}
      : { FACEVALUE_CALLBACK_CONCURRENCY: String(settings.callbackConcurrency) }),
    ...(settings.callbackTimeoutMs === undefined
      ? {}
      : { FACEVALUE_CALLBACK_TIMEOUT_MS: String(settings.callbackTimeoutMs) }),
  };
}
