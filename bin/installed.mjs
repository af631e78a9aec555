// Tells whether the packages of package-lock.json are there.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMP = join('node_modules', '.facevalue-installed');

/** Whether node_modules holds what the lock file says, by our stamp or by npm's own record of what it installed. */
export function isInstalled(root, { withDevelopment }) {
  const wanted = stampOf(root, withDevelopment);
  if (wanted === null) return true; // An installed package has no lock file: whoever installed it cared for the rest.
  const stamp = read(join(root, STAMP));
  if (stamp === wanted || (!withDevelopment && stamp === stampOf(root, true))) return true;
  return recordMatches(root, withDevelopment);
}

export function stampInstalled(root, withDevelopment) {
  writeFileSync(join(root, STAMP), stampOf(root, withDevelopment));
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
