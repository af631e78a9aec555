import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** What all files of a process share, and each must leave as it was. */
interface Shared {
  resources: Map<string, number>;
  folder: string;
  environment: Map<string, string>;
  exitCode: unknown;
  listeners: Map<string, number>;
  globals: Map<string, unknown>;
}

const watchedEvents = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'warning'];
const watchedGlobals = ['Date', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'console', 'process'];

/** The library of pictures sets it when it is loaded first. */
const setOnLoading = 'VIPSHOME';

/** How long what was closed may take to be gone. */
const MOST_LOOKS = 100;
const BETWEEN_LOOKS_MS = 50;

export function sharedNow(): Shared {
  return {
    resources: counted(process.getActiveResourcesInfo()),
    folder: process.cwd(),
    environment: new Map(
      Object.entries(process.env)
        .filter(([name]) => name !== setOnLoading)
        .map(([name, value]) => [name, value ?? '']),
    ),
    exitCode: process.exitCode,
    listeners: new Map(watchedEvents.map((event) => [event, process.listenerCount(event)])),
    globals: new Map(watchedGlobals.map((name) => [name, Reflect.get(globalThis, name)])),
  };
}

/** A sentence for each thing that is not as before. Sockets and processes may take a moment to be gone. */
export async function leftSince(before: Shared): Promise<string[]> {
  // A rejection that nobody awaits is told in one of the next turns.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  for (let look = 1; look < MOST_LOOKS && openedSince(before).length > 0; look++)
    await sleep(BETWEEN_LOOKS_MS);
  return [...openedSince(before), ...changedSince(before)];
}

function openedSince(before: Shared): string[] {
  return [...sharedNow().resources]
    .filter(([kind, count]) => count > (before.resources.get(kind) ?? 0))
    .map(([kind, count]) => `${count - (before.resources.get(kind) ?? 0)} ${kind} still open`);
}

function changedSince(before: Shared): string[] {
  const now = sharedNow();
  return [
    ...(now.folder === before.folder ? [] : [`the working folder is ${now.folder}`]),
    ...(isDeepStrictEqual(now.exitCode, before.exitCode)
      ? []
      : [`process.exitCode is ${String(now.exitCode)}`]),
    ...changed('environment variable', before.environment, now.environment),
    ...changed('the number of listeners to', before.listeners, now.listeners),
    ...changed('the global', before.globals, now.globals),
  ];
}

const changed = (kind: string, was: Map<string, unknown>, is: Map<string, unknown>): string[] =>
  [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => !Object.is(was.get(name), is.get(name)))
    .map((name) => `${kind} ${name} is not as before`);

function counted(kinds: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
