/**
 * Makes a release of the commit that is checked out: `npm run release -- FOLDER [--key PRIVATE.pem]`. Its archive, what is in it (SBOM),
 * how it was made (provenance) and their checksums. CONTRIBUTING.md tells the rest of a release.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packFolder } from './archive.ts';
import { checksumsFile, checksumsOf } from './checksums.ts';
import { cleanCommit } from './commit.ts';
import { installPackages, layOut, makeDocs } from './lay-out.ts';
import { provenanceOf } from './provenance.ts';
import { billOfMaterials } from './sbom.ts';
import { calledWith } from './script.ts';
import { keyFrom, sealStatement } from './signature.ts';

const usage = `npm run release -- [FOLDER] [--key PRIVATE.pem]: makes a release of the commit that is checked out in the folder, by default dist;
the key, made by openssl genpkey -algorithm ed25519, signs how it was made`;
const { values, positionals } = calledWith(usage, { key: { type: 'string' } }, { words: 1 });
const key = values.key === undefined ? null : keyFrom(readFileSync(values.key, 'utf8'));
const startedAt = new Date();
const commit = cleanCommit();
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};
const name = `facevalue-${version}`;
const platform = `${process.platform}-${process.arch}`;

const to = resolve(positionals[0] ?? 'dist');
const files = {
  archive: `${name}-${platform}.tar.gz`,
  bill: `${name}-${platform}.cdx.json`,
  provenance: `${name}-${platform}.intoto.json`,
};
mkdirSync(to, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'facevalue-release-'));
try {
  const target = join(folder, name);
  step('copying the program', () => layOut(target));
  step('installing its packages by npm', () => installPackages(target));
  step('making the documentation', () => makeDocs(target));
  step(`packing ${files.archive}`, () => packFolder(folder, join(to, files.archive)));
  step('listing what is in it', () => write(files.bill, billOfMaterials(target, commit)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const made = checksumsOf(to, [files.archive, files.bill]);
const statement = provenanceOf({ commit, version, platform, made, startedAt, endedAt: new Date() });
write(files.provenance, key === null ? statement : sealStatement(statement, key));
const all = { ...made, ...checksumsOf(to, [files.provenance]) };
writeFileSync(
  join(to, checksumsFile),
  Object.entries(all)
    .map(([file, hash]) => `${hash}  ${file}\n`)
    .join(''),
);
process.stdout.write(`${Object.keys(all).join('\n')}\n${checksumsFile}\n`);
if (key === null) process.stdout.write('Not signed: --key PRIVATE.pem signs the provenance.\n');

/** Told before it begins: installing and packing take a minute each on a small machine. */
function step(what: string, work: () => void): void {
  process.stderr.write(`${what} … `);
  const began = performance.now();
  work();
  process.stderr.write(`${Math.round((performance.now() - began) / 1000)} s\n`);
}

function write(file: string, content: object): void {
  writeFileSync(join(to, file), `${JSON.stringify(content, null, 2)}\n`);
}
