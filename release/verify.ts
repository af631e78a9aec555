/** Checks a release before it is unpacked: `npm run release:verify -- FOLDER --key PUBLIC.pem`. */
import { readFileSync } from 'node:fs';
import { calledWith } from './script.ts';
import { keyFrom } from './signature.ts';
import { problemsOf } from './verify-release.ts';

const usage = `npm run release:verify -- [FOLDER] [--key PUBLIC.pem]: checks a release before it is unpacked, by default that in dist;
with the key also by whom it was made`;
const { values, positionals } = calledWith(usage, { key: { type: 'string' } }, { words: 1 });
const key = values.key === undefined ? null : keyFrom(readFileSync(values.key, 'utf8'));
const problems = problemsOf(positionals[0] ?? 'dist', key);
process.stdout.write(
  problems.length === 0 ? 'All of it is as it was released.\n' : `${problems.join('\n')}\n`,
);
if (problems.length > 0) process.exitCode = 1;
else if (key === null) process.stdout.write('By whom is not checked: --key PUBLIC.pem does.\n');
