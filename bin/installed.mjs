// Tells whether the packages of package-lock.json are there.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMP = join('node_modules', '.facevalue-installed');

/** Whether a part's node_modules holds what its lock file says, by our stamp or by npm's own record of what it installed. */
export function isInstalled({ folder, above, holds, withDevelopment = false }) {
  const wanted = stampOf(folder, withDevelopment);
  if (wanted === null) return true; // An installed package has no lock file: whoever installed it cared for the rest.
  const stamp = read(join(folder, STAMP));
  if (stamp === wanted || (!withDevelopment && stamp === stampOf(folder, true))) return true;
  if (recordMatches(folder, withDevelopment)) return true;
  return above !== undefined && holds.every((name) => recordHas(above, folder, name));
}

export function stampInstalled({ folder, withDevelopment = false }) {
  writeFileSync(join(folder, STAMP), stampOf(folder, withDevelopment));
}

/** Where the folder above, in which Node looks too, has the very package. */
function recordHas(above, folder, name) {
  const path = `node_modules/${name}`;
  const found = readPackages(join(above, 'node_modules', '.package-lock.json'))?.[path];
  return (
    found?.version !== undefined &&
    found.version === readPackages(join(folder, 'package-lock.json'))?.[path]?.version
  );
}

function stampOf(root, withDevelopment) {
  const lock = read(join(root, 'package-lock.json'));
  if (lock === null) return null;
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${hash} ${process.platform}-${process.arch}${withDevelopment ? ' with development' : ''}\n`;
}

function recordMatches(root, withDevelopment) {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  const locked = readPackages(join(root, 'package-lock.json'));
  if (installed === null || locked === null) return false;
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found !== undefined) return found.version === entry.version;
    return entry.optional || entry.devOptional || entry.peer || (entry.dev && !withDevelopment);
  });
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
