/**
 * `npm run regexps`, for a night: recheck tries out each regular expression of `src`, which the linter's rule has judged by its form
 * (docs/decisions/0094). It ends with 1 if an expression is slow and `accepted` does not say why nobody can make use of it.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { accepted } from './accepted.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const firstMs = 4000;
/** What the first pass leaves open is tried by generated texts. */
const secondMs = 8000;

interface Expression {
  source: string;
  flags: string;
  place: string;
}

interface Visitors {
  Literal(node: { regex?: { pattern: string; flags: string }; loc: { start: { line: number } } }): void;
}

type Check = (source: string, flags: string, options: object) => Promise<Judgement>;

interface Judgement {
  status: 'safe' | 'vulnerable' | 'unknown';
  complexity?: { summary: string };
  error?: { kind: string };
}

execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
// They are not among the packages of Facevalue, so the types of what is used of them stand here.
const tool = async <Tool>(name: string): Promise<Tool> => (await import(import.meta.resolve(name))) as Tool;
const { parse } = await tool<{ parse: (code: string, options: object) => object }>('acorn');
const { simple } = await tool<{ simple: (tree: object, visit: Visitors) => void }>('acorn-walk');
const { check } = await tool<{ check: Check }>('recheck');

const expressions = globSync('src/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap(expressionsOf);
const slow: string[] = [];
const open: string[] = [];
for (const [index, one] of expressions.entries()) {
  if (process.stderr.isTTY) process.stderr.write(`\r${index + 1} of ${expressions.length}`);
  const { status, complexity, error } = await judge(one);
  const line = `${one.place} /${one.source}/${one.flags}`;
  if (status === 'unknown') open.push(`${line}: ${error?.kind}`);
  if (status === 'vulnerable' && !Object.hasOwn(accepted, one.source))
    slow.push(`${line}: ${complexity?.summary}`);
}
const found = new Set(expressions.map(({ source }) => source));
const gone = Object.keys(accepted).filter((source) => !found.has(source));
const print = (text: string) => process.stdout.write(`${text}\n`);
const list = (title: string, lines: string[]) =>
  lines.length > 0 && print(`\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`);
list('Not judged (recheck does not know sets of the flag v, or ran out of time):', open);
list('Accepted, but no longer there:', gone);
list('Slow:', slow);
print(`\n${expressions.length} expressions, ${slow.length} slow, ${open.length} not judged`);
process.exit(slow.length + gone.length === 0 ? 0 : 1);

function expressionsOf(file: string): Expression[] {
  const code = stripTypeScriptTypes(readFileSync(`${root}/${file}`, 'utf8'));
  const inFile: Expression[] = [];
  const options = { ecmaVersion: 'latest', sourceType: 'module', locations: true };
  simple(parse(code, options), {
    Literal({ regex, loc }) {
      if (regex !== undefined)
        inFile.push({
          source: regex.pattern,
          flags: regex.flags,
          place: `${file}:${loc.start.line}`,
        });
    },
  });
  return inFile;
}

async function judge({ source, flags: written }: Expression): Promise<Judgement> {
  // It does not know `v`, which says the same as `u` where no set is in it.
  const flags = written.replace('v', 'u');
  const first = await check(source, flags, { timeout: firstMs });
  if (first.status !== 'unknown') return first;
  return check(source, flags, { checker: 'fuzz', timeout: secondMs });
}
