// Lets one process at a time install. (The program's own locks are the kernel's; those need a newer Node than this.)
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lives, nameProcess } from './process-name.mjs';

const LOOK_AGAIN_MS = 250;

/**
 * A folder that names its holder, moved into place and away whole, so that it is never seen without the name. A lock
 * whose holder and whose npm are both dead is pushed aside.
 */
export async function takeInstallLock(root, say) {
  const lock = join(root, '.installing');
  let waited = false;
  while (!placeLock(lock)) {
    if (!pushAsideIfStale(lock) && !waited) {
      waited = true;
      say('Another start is installing the packages; waiting for it…');
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  return {
    waited,
    addHolder: (pid) => writeFileSync(join(lock, 'npm'), nameProcess(pid)),
    release: () => moveAway(lock),
  };
}

function placeLock(lock) {
  const draft = `${lock}-${process.pid}-${randomBytes(4).toString('hex')}`;
  mkdirSync(draft);
  writeFileSync(join(draft, 'holder'), nameProcess(process.pid));
  try {
    renameSync(draft, lock);
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (existsSync(lock) || error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
    throw error;
  }
}

function pushAsideIfStale(lock) {
  const holder = read(join(lock, 'holder'));
  if (holder === null || lives(holder) || lives(read(join(lock, 'npm')))) return false;
  try {
    moveAway(lock, holder);
  } catch {
    // Somebody else is at it.
  }
  return true;
}

function moveAway(lock, judgedHolder) {
  const aside = `${lock}-${randomBytes(4).toString('hex')}`;
  renameSync(lock, aside);
  // Another waiter may have been quicker, and this be its new lock: then give it back.
  if (judgedHolder !== undefined && read(join(aside, 'holder')) !== judgedHolder) renameSync(aside, lock);
  else rmSync(aside, { recursive: true, force: true });
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
