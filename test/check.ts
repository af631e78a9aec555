import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Lint, format and types with the pinned tools: the first half of CI. */
const root = join(import.meta.dirname, '..');
const checks: [string, string[]][] = [
  ['oxlint/bin/oxlint', ['--type-aware']],
  ['oxfmt/bin/oxfmt', ['--check']],
  ['typescript/bin/tsc', ['--noEmit']],
];

for (const [tool, args] of checks) {
  console.log(`${tool.split('/')[0]} ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
