import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { childEnvironment } from '../support/child-environment.ts';

const folder = join(import.meta.dirname, '../../sdk');

/** The SDKs, and how a program of each is started; that of TypeScript also by other runtimes. */
const sdks = {
  typescript: { extension: 'ts', command: [process.execPath, '--disable-warning=ExperimentalWarning'] },
  python: { extension: 'py', command: ['python3'] },
  php: { extension: 'php', command: ['php'] },
  deno: { extension: 'ts', command: ['deno', 'run', '--quiet', '--no-config', '--allow-all'] },
  bun: { extension: 'ts', command: ['bun', 'run'] },
} as const;
const otherRuntimes = ['deno', 'bun'] as const;

export type Sdk = keyof typeof sdks;
const isInstalled = (sdk: Sdk): boolean => spawnSync(sdks[sdk].command[0], ['--version']).error === undefined;
const isRuntime = (sdk: Sdk): boolean => (otherRuntimes as readonly Sdk[]).includes(sdk);
/** Those whose interpreter is installed; in CI each language has to be. */
export const sdkNames = (Object.keys(sdks) as Sdk[]).filter(
  (sdk) => (process.env['CI'] !== undefined && !isRuntime(sdk)) || isInstalled(sdk),
);

/** Starts `sdk/<sdk>/<program>.<extension>`, with `flags` between the interpreter and the file. */
export function startProgram(
  sdk: Sdk,
  program: string,
  settings: Record<string, string>,
  flags: string[] = [],
): ChildProcess {
  const { command, extension } = sdks[sdk];
  const [interpreter, ...options] = command;
  const home = isRuntime(sdk) ? 'typescript' : sdk;
  return spawn(interpreter, [...options, ...flags, join(folder, home, `${program}.${extension}`)], {
    env: {
      ...childEnvironment,
      ...settings,
      PYTHONPATH: join(folder, 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
}

/** Runs a program to its end; what it printed. */
export async function runProgram(
  sdk: Sdk,
  program: string,
  settings: Record<string, string>,
  input = '',
  flags: string[] = [],
): Promise<string> {
  const child = startProgram(sdk, program, settings, flags);
  child.stdin?.end(input);
  if (child.stdout === null || child.stderr === null) throw new Error('The program has no output.');
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ]);
  if (code !== 0 || errors !== '')
    throw new Error(`${sdk} ${program} ended with ${code}: ${errors}${output}`);
  return output;
}

export interface Step {
  do: string;
  /** Or the id alone. */
  fields?: object | number;
  [parameter: string]: unknown;
}

export interface Outcome {
  ok?: unknown;
  error?: string;
  [detail: string]: unknown;
}

/** What a step brought; fails with what it ended with instead. */
export function okOf<Value>(outcome: Outcome | undefined): Value {
  if (outcome?.ok === undefined) throw new Error(JSON.stringify(outcome));
  return outcome.ok as Value;
}

/** Carries out steps with an SDK's driver; their outcomes. */
export const drive = async (
  sdk: Sdk,
  settings: Record<string, string>,
  steps: Step[],
  flags: string[] = [],
): Promise<Outcome[]> =>
  JSON.parse(await runProgram(sdk, 'tests/driver', settings, JSON.stringify(steps), flags)) as Outcome[];
