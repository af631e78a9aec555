/** What a release consists of: an archive that anybody can make again, its contents, and who says how it was made. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { packFolder } from '../../release/archive.ts';
import { checksumsFile, checksumsOf } from '../../release/checksums.ts';
import { layOut, leaveOutDevelopment } from '../../release/lay-out.ts';
import { provenanceOf } from '../../release/provenance.ts';
import { root } from '../../release/run.ts';
import { billOfMaterials } from '../../release/sbom.ts';
import { sealStatement } from '../../release/signature.ts';
import { problemsOf } from '../../release/verify-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-release-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const commit = { hash: 'a'.repeat(40), at: new Date('2026-11-23T04:30:00Z') };

test('packed twice, by others and later, an archive is the same byte for byte', () => {
  const archives = ['one', 'two'].map((name) => {
    const from = join(folder, name);
    cpSync(join(root, 'release'), join(from, 'facevalue-0.1.0'), { recursive: true });
    return { from, file: join(folder, `${name}.tar.gz`) };
  });
  const [one, two] = archives;
  assert.ok(one !== undefined && two !== undefined);
  for (const path of globSync('**/*.ts', { cwd: two.from })) {
    utimesSync(join(two.from, path), 1_000_000_000, 1_000_000_000);
    chmodSync(join(two.from, path), 0o600);
  }
  for (const { from, file } of archives) packFolder(from, file);
  assert.ok(readFileSync(one.file).equals(readFileSync(two.file)));
  appendFileSync(join(two.from, 'facevalue-0.1.0/pack.ts'), ' ');
  packFolder(two.from, two.file);
  assert.ok(!readFileSync(one.file).equals(readFileSync(two.file)));
});

test('packages that this machine has installed are not copied', () => {
  const target = join(folder, 'laid-out');
  layOut(target);
  assert.deepEqual(globSync('**/node_modules', { cwd: target }), []);
});

const schemas = '@cyclonedx/cyclonedx-library/res/schema';

const schemaOf = (name: string): object =>
  JSON.parse(readFileSync(join(root, 'node_modules', schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'));

test('the bill of materials is CycloneDX and has every package that production runs', () => {
  const locked = join(folder, 'locked');
  mkdirSync(locked);
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(locked, file));
  leaveOutDevelopment(locked);
  const bill = billOfMaterials(locked, commit, ['--package-lock-only']);
  const ajv = new Ajv({ strict: false });
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  addFormats.default(ajv);
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  const validate = ajv.compile(schemaOf(`bom-${bill.specVersion}`));
  assert.ok(validate(bill), JSON.stringify(validate.errors));
  assert.ok(!validate({ ...bill, components: [{ name: 'nothing else' }] }));

  assert.deepEqual(
    [bill.metadata.component.type, bill.metadata.component.name],
    ['application', 'facevalue'],
  );
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)));
  for (const [name, version] of Object.entries(dependencies ?? {}))
    assert.ok(listed.has(`pkg:npm/${name}@${version}`), name);
  for (const name of ['typescript', 'oxlint', 'playwright-core'])
    assert.ok(!listed.has(`pkg:npm/${name}@${devDependencies?.[name]}`), name);
});

test('a release is checked as a whole: its files, what its provenance says, and who signed that', () => {
  const release = join(folder, 'release');
  mkdirSync(release);
  const archive = 'facevalue-0.1.0-linux-x64.tar.gz';
  writeFileSync(join(release, archive), 'an archive');
  const maintainer = generateKeyPairSync('ed25519');
  const made = checksumsOf(release, [archive]);
  const statement = provenanceOf({
    commit,
    version: '0.1.0',
    platform: 'linux-x64',
    made,
    startedAt: commit.at,
    endedAt: commit.at,
  });
  const provenance = 'facevalue-0.1.0-linux-x64.intoto.json';
  const publish = (content: object): void => {
    writeFileSync(join(release, provenance), JSON.stringify(content));
    const all = checksumsOf(release, [archive, provenance]);
    writeFileSync(
      join(release, checksumsFile),
      Object.entries(all)
        .map(([file, hash]) => `${hash}  ${file}\n`)
        .join(''),
    );
  };
  publish(sealStatement(statement, maintainer.privateKey));
  assert.deepEqual(problemsOf(release, maintainer.publicKey), []);
  assert.deepEqual(problemsOf(release, null), []);
  const stranger = generateKeyPairSync('ed25519').publicKey;
  assert.deepEqual(problemsOf(release, stranger), [`${provenance} is not signed by this key.`]);

  publish(statement);
  assert.deepEqual(problemsOf(release, null), []);
  assert.deepEqual(problemsOf(release, maintainer.publicKey), [`${provenance} is not signed by this key.`]);

  publish(sealStatement(statement, maintainer.privateKey));
  writeFileSync(join(release, archive), 'another archive');
  assert.deepEqual(problemsOf(release, maintainer.publicKey), [
    `${archive} is not the file of ${checksumsFile}.`,
  ]);
  publish(sealStatement(statement, maintainer.privateKey));
  assert.deepEqual(problemsOf(release, maintainer.publicKey), [
    `${archive} is not the one of ${provenance}.`,
  ]);
});

test('the changelog begins with the version that a release would have', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const headings = [...readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## \[(.+?)\](.*)$/gm)];
  assert.deepEqual(
    headings.slice(0, 2).map(([, name]) => name),
    ['Unreleased', version],
  );
  assert.match(headings[1]?.[2] ?? '', /^ - \d{4}-\d\d-\d\d$/);
});

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('files that name the version of a release name that of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: { '': { version: string } };
  };
  assert.deepEqual(
    [lock.version, lock.packages[''].version],
    [version, version],
    'npm version writes package-lock.json',
  );
  const naming = ['compose.yaml', 'container/kubernetes/facevalue.yaml', 'Containerfile', 'CONTRIBUTING.md'];
  for (const path of [...naming, 'docs/installing.md', 'docs/ru/installing.md']) {
    const named = [...read(path).matchAll(/\bfacevalue[:-](\d+\.\d+\.\d+)/g)].map(([, one]) => one);
    assert.deepEqual([...new Set(named)], [version], path);
  }
});
