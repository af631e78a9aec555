#!/usr/bin/env node
// The entry for any Node from 18 on: installs the packages when they are missing or out of date, then hands over
// to the pinned Node. Plain JavaScript without dependencies, for nothing is installed yet.
//
//   node bin/facevalue.mjs <command> …     runs src/main.ts
//   node bin/facevalue.mjs --run FILE …    runs a file of this package (tests, bench)
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install.mjs';
import { isInstalled } from './installed.mjs';
import { findNode, isMusl, NEEDED_MAJOR, partsFor, settingOf } from './parts.mjs';
import { lives, nameNpm } from './process-name.mjs';

const NPM_CHECK_MS = 250;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const details = process.argv.slice(2);
const runsFile = details[0] === '--run';
const [file, args] = runsFile ? [details[1], details.slice(2)] : ['src/main.ts', details];

if (file === undefined) fail('--run needs a file of this package, for example: --run test/run.ts');
const parts = partsFor(root, { runsFile, command: runsFile ? file : details[0], args });
if (!parts.every(isInstalled)) {
  const problem = await installPackages(root, parts);
  if (problem !== null) fail(problem);
}
const node = findNode(root);
if (node === null) {
  fail(
    `Facevalue needs Node ${NEEDED_MAJOR} and there is no packaged one for this machine (${process.platform} ${process.arch}${isMusl() ? ', musl' : ''}): install Node ${NEEDED_MAJOR} or newer and run the same command with it.`,
  );
}
handOver(node);

/** Requests that wait for their commit outlive a small young generation: docs/decisions/0015. */
function flagsOfCommand() {
  const flags = JSON.parse(readFileSync(new URL('node-flags.json', import.meta.url), 'utf8'));
  return runsFile ? [] : (flags[details[0]] ?? []);
}

/** Node reads this one before it reads .env. */
function authorities() {
  const named = runsFile ? undefined : settingOf('NODE_EXTRA_CA_CERTS');
  return named ? { NODE_EXTRA_CA_CERTS: named } : {};
}

function handOver(binary) {
  const flags = [
    ...flagsOfCommand(),
    // Tests and measurements set all they need themselves. Node would tell each time that there is no file.
    ...(runsFile || !existsSync('.env') ? [] : ['--env-file=.env']),
    '--disable-warning=ExperimentalWarning',
    '--import',
    new URL('end-with-boot.mjs', import.meta.url).href,
  ];
  const child = spawn(binary, [...flags, resolve(root, file), ...args], {
    // Compiled files are kept: the next start takes half the time. Unwritable, Node goes without.
    // Not in node_modules: npm deletes that, and fails where a process that ends writes into it.
    env: {
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      ...authorities(),
      ...process.env,
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.once('error', (error) => fail(`The program could not be started with ${binary}: ${error.message}`));

  // In a terminal Ctrl-C reaches the child by itself: a second SIGINT from us would mean "at once". Tests and measurements take it for the first.
  const inTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  process.on('SIGINT', () => (inTerminal && !runsFile) || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));

  // npm passes most signals on, but killed outright it leaves us behind, and a new start would find us in its way.
  if (process.env.npm_lifecycle_event !== undefined) endWithNpm(() => child.kill('SIGTERM'));

  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function endWithNpm(end) {
  const [parent, npm] = [process.ppid, nameNpm()];
  const timer = setInterval(() => {
    if (process.ppid === parent && lives(npm)) return;
    clearInterval(timer);
    end();
  }, NPM_CHECK_MS);
  timer.unref();
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
