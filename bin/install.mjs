// Installs the packages of package-lock.json by npm, saying how it goes.
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { takeInstallLock } from './install-lock.mjs';
import { isInstalled, stampInstalled } from './installed.mjs';
import { probeRegistry, UNREACHABLE } from './probe-registry.mjs';

const TERMINAL_BEAT_MS = 1000;
const PLAIN_BEAT_MS = 10_000;
const STOP_LIMIT_MS = 2000;
const KEPT_WORDS = 20_000;
const SHOWN_LINES = 15;

const NO_REGISTRY =
  'The packages could not be installed: the package registry cannot be reached (`npm ping` tells more). Check the network, or the proxy and registry of npm, and run the same command again.';

/** Runs `npm ci` for each part that is not there; answers null, or the sentence that says what a person has to do. */
export async function installPackages(root, parts) {
  try {
    const lock = await takeInstallLock(root, say);
    try {
      const missing = parts.filter((part) => !isInstalled(part));
      if (missing.length > 0)
        say(`Installing ${listed(missing.map(({ what }) => what))} (${whatFor(missing)})…`);
      const started = performance.now();
      const progress = beat(started);
      // Judged again one by one: what a part needs may lie in a folder above, whose `npm ci` has just taken it away.
      try {
        for (const part of parts) {
          if (isInstalled(part)) continue;
          progress.of(part.what);
          const problem = await runNpm(part, lock.addHolder);
          if (problem !== null) return problem;
        }
      } finally {
        progress.stop();
      }
      if (missing.length > 0) say(`Packages installed in ${seconds(started)} s.`);
      return null;
    } finally {
      lock.release();
    }
  } catch (error) {
    return `The packages could not be installed (${error.message}): ${adviceFor(String(error.code), root)}`;
  }
}

const listed = (names) => names.join(', ').replace(/, ([^,]*)$/, ' and $1');

const isNew = ({ folder }) => !existsSync(join(folder, 'node_modules'));
/** npm writes its record last. */
const isBrokenOff = (part) =>
  !isNew(part) && !existsSync(join(part.folder, 'node_modules', '.package-lock.json'));
const lacksTools = (part) => part.withDevelopment && isInstalled({ ...part, withDevelopment: false });

/** What is new here, and how much of the disk it takes; what is there already has changed. */
export function whatFor(missing) {
  if (missing.some(isBrokenOff)) return 'the last installation was broken off';
  if (missing.some((part) => !isNew(part) && !lacksTools(part))) return 'they changed since the last start';
  const size = (part) => (lacksTools(part) ? 0 : part.megabytes) + (part.toolMegabytes ?? 0);
  const megabytes = missing.reduce((sum, part) => sum + size(part), 0);
  if (missing.every(lacksTools)) return `tools for tests and development, about ${megabytes} MB`;
  return `for the first time, about ${megabytes} MB${withDemo(missing, megabytes)}`;
}

/** What README says that a start takes: this folder and the data of the demo, too. */
function withDemo(missing, megabytes) {
  const data = missing.find((part) => part.dataMegabytes !== undefined)?.dataMegabytes;
  return data === undefined ? '' : ` of the ${megabytes + data} that the demo takes with its data`;
}

async function runNpm(part, onStart) {
  const { folder: root, withDevelopment = false } = part;
  const npm = findNpm();
  const args = [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];
  // Without a network npm would try for three minutes.
  args.push('--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000');
  args.push('--include=optional', withDevelopment ? '--include=dev' : '--omit=dev');
  const started = performance.now();
  const registry = await probeRegistry(npm, root);
  if (registry === 'silent')
    say(`  the package registry has not answered for ${seconds(started)} s; npm goes on trying`);
  // What npm has in its cache needs no registry; without that it fails at once.
  if (registry === 'unreachable') args.push('--offline');
  const { code, output } = await run(npm.command, args, root, onStart);
  if (code !== 0 && registry === 'unreachable' && /ENOTCACHED/.test(output)) return NO_REGISTRY;
  if (code !== 0) {
    say(output.trim().split('\n').slice(-SHOWN_LINES).join('\n'));
    return `The packages could not be installed: ${adviceFor(output, root)}`;
  }
  for (const path of part.needless ?? []) rmSync(join(root, path), { recursive: true, force: true });
  stampInstalled(part);
  return null;
}

function adviceFor(output, root) {
  if (/ENOSPC/.test(output)) return 'the disk is full; free about 1 GB and run the same command again.';
  if (/EACCES|EPERM|EROFS/.test(output))
    return `this user may not write to ${root}, or to a folder that npm names above.`;
  if (/ENOENT.*npm|npm.*ENOENT/.test(output) && !/npm error/i.test(output))
    return 'npm was not found; install Node with npm and run the same command again.';
  if (UNREACHABLE.test(output))
    return 'the package registry cannot be reached; check the network and run the same command again.';
  return `see npm's details above; \`npm ci --ignore-scripts\` in ${root} repeats the step.`;
}

/** The npm that started us, else the one beside this Node, else the one on PATH. */
function findNpm() {
  const beside = dirname(process.execPath);
  const scripts = [
    process.env.npm_execpath,
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...(process.env.PATH ?? '')
      .split(delimiter)
      .map((folder) => join(folder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')),
  ];
  const script = scripts.find((path) => path?.endsWith('npm-cli.js') && existsSync(path));
  if (script !== undefined) return { command: process.execPath, args: [script] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

function run(command, args, cwd, onStart) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let stopping = false;
    const keep = (chunk) => (output = (output + chunk).slice(-KEPT_WORDS));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('spawn', () => onStart(child.pid));
    child.once('error', (error) => resolve({ code: -1, output: `${output}\n${error.message}` }));
    child.once('close', (code) => resolve({ code, output }));
    // Stopped in the middle, npm must not go on alone.
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(name, () => {
        if (!child.kill(stopping ? 'SIGKILL' : name) || stopping) return;
        stopping = true;
        say('Stopping the installation…');
        child.once('close', () => process.exit(128 + constants.signals[name]));
        setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      });
    }
  });
}

/** Tells of the parts, one after the other, how long it all has taken. */
function beat(started) {
  const terminal = process.stderr.isTTY;
  let present = '';
  const tick = () => {
    if (terminal) process.stderr.write(`\r\x1b[K  ${present}, ${seconds(started)} s`);
    else say(`  still installing ${present}, ${seconds(started)} s`);
  };
  const timer = setInterval(tick, terminal ? TERMINAL_BEAT_MS : PLAIN_BEAT_MS);
  return {
    of: (what) => (present = what),
    stop() {
      clearInterval(timer);
      if (terminal) process.stderr.write('\r\x1b[K');
    },
  };
}

function seconds(started) {
  return Math.round((performance.now() - started) / 1000);
}

function say(line) {
  console.error(line);
}
