import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addProduct } from '../../support/arrange.ts';
import { migratedDatabase, type MigratedDatabase } from '../../support/migrated-database.ts';
import { readBarcodePng } from '../../support/read-barcode.ts';
import { needsPoppler, poppler, textOf } from '../../support/read-pdf.ts';
import { childEnvironment } from '../../support/child-environment.ts';

const main = join(import.meta.dirname, '../../../src/main.ts');
const examples = join(import.meta.dirname, '../../../docs/examples/templates');
const demo = join(import.meta.dirname, '../../../seeds/templates');
const folder = mkdtempSync(join(tmpdir(), 'facevalue-templates-'));
after(() => rmSync(folder, { recursive: true }));

interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** Runs `facevalue template …` as an operator would; without a world it must not need one. */
function template(world: MigratedDatabase | null, ...args: string[]): Promise<Ran> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      main,
      ...(args[0] === 'product' ? args : ['template', ...args]),
    ],
    {
      env: {
        ...childEnvironment,
        FACEVALUE_DATA: folder,
        FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        DATABASE_URL: world?.url ?? 'postgres://127.0.0.1:1/nowhere',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ran: Ran = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ran.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ran.err += text));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ ...ran, code }));
  });
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const output = (ran: Ran): string => ran.out + ran.err;
const place = (world: MigratedDatabase) => ({ db: world.db, keyring: world.keyring, now: () => world.now });

test('every example template is valid', async () => {
  const files = [examples, demo].flatMap((where) => readdirSync(where).map((name) => join(where, name)));
  assert.ok(files.length >= 4);
  for (const one of files) {
    const ran = await template(null, 'check', one);
    assert.equal(ran.code, 0, output(ran));
  }
});

test('an invalid template is refused with place and reason', async () => {
  await using world = await migratedDatabase();
  const { id } = await addProduct(place(world), { scheme: 'platform' });
  const broken = file(
    'broken.json',
    '{ "facevalue_template": 1,\n  "letter": { "ru": { "subject": "Код {{ pin }}" } },\n  "shadow": 1 }',
  );
  const ran = await template(world, 'set', String(id), broken);
  assert.equal(ran.code, 1);
  assert.match(
    output(ran),
    /line 2, column 42: letter\.ru\.subject: «pin»: a letter's texts never carry the code/,
  );
  assert.match(output(ran), /line 3, column 4: shadow: is not known here/);
  const json = await template(world, 'check', broken, '--json');
  const { error } = JSON.parse(output(json)) as { error: { problems: number; shown: { line: number }[] } };
  assert.deepEqual([error.problems, error.shown.map(({ line }) => line)], [2, [2, 3]]);
  const huge = await template(world, 'check', file('huge.json', Buffer.alloc(1_000_000, 0x20)));
  assert.match(output(huge), /too large/);
  assert.match(output(await template(world, 'check', join(folder, 'none.json'))), /can't be read/);
  assert.match(output(await template(world, 'show', String(id))), /has no template/);
  assert.match(output(await template(world, 'set', '9999', join(examples, 'till.json'))), /no product 9999/);
  assert.equal((await template(world, 'set', String(id))).code, 2);
});

test('a template is set, shown, listed and removed, and follows changes of the product', async () => {
  await using world = await migratedDatabase();
  const { id } = await addProduct(place(world), { scheme: 'platform' });
  const set = await template(
    world,
    'set',
    String(id),
    join(examples, 'till.json'),
    '--note',
    'на пробу',
    '--json',
  );
  assert.deepEqual(JSON.parse(set.out), { template: { product: id, version: 2 } });
  const shown = await template(world, 'show', String(id));
  assert.deepEqual(JSON.parse(shown.out), JSON.parse(readFileSync(join(examples, 'till.json'), 'utf8')));
  await template(world, 'product', 'set', String(id), '--title', 'Другое имя', '--barcode', 'qr');
  await template(world, 'set', String(id), '--plain');
  const list = await template(world, 'list', '--product', String(id), '--json');
  const { templates } = JSON.parse(list.out) as {
    templates: {
      version: number;
      in_force: boolean;
      body: object | null;
      note: string;
      product_said: object;
    }[];
  };
  assert.deepEqual(
    templates.map(({ version, in_force, body, note }) => [version, in_force, body === null, note]),
    [
      [4, true, true, ''],
      [3, false, false, 'the product was changed'],
      [2, false, false, 'на пробу'],
      [1, false, true, 'how it was until then'],
    ],
  );
  assert.match(JSON.stringify(templates[1]?.product_said), /Другое имя/);
  assert.match((await template(world, 'list')).out, /на пробу/);
  assert.match((await template(world, 'show', String(id), '2')).out, /pdf417/);
});

test('a preview has page, letter, PDF and print, each marked as a sample', needsPoppler, async () => {
  const out = join(folder, 'preview');
  const ran = await template(
    null,
    'preview',
    join(demo, 'dym-i-chabrets.json'),
    '--out',
    out,
    '--greeting',
    '2',
  );
  assert.equal(ran.code, 0, output(ran));
  const read = (name: string): string => readFileSync(join(out, name), 'utf8');
  for (const [language, mark, button, greeting] of [
    ['ru', 'ОБРАЗЕЦ', 'Заварить подарок', 'Спасибо, что вы есть'],
    ['en', 'SAMPLE', 'Brew the gift', 'Thank you for being there'],
  ] as const) {
    const sealed = read(`${language}/page-sealed.html`);
    assert.match(sealed, new RegExp(button));
    assert.ok(sealed.toUpperCase().includes(mark));
    assert.ok(!sealed.includes('99999-999-999-999'), 'the sealed page shows no code');
    for (const name of ['page-opened.html', 'print.html']) {
      const page = read(`${language}/${name}`);
      assert.ok(page.includes('99999-999-999-999'), name);
      assert.ok(page.includes('#6f3d74'), `${name} has the colours`);
    }
    for (const name of ['letter.html', 'letter.txt']) {
      const letter = read(`${language}/${name}`);
      assert.ok(letter.includes(mark) && letter.includes(greeting) && letter.includes(button), name);
      assert.ok(!letter.includes('99999-999-999-999'), name);
    }
    const pdf = readFileSync(join(out, `${language}/certificate.pdf`));
    assert.ok(textOf(pdf).replaceAll(/\s/g, '').includes('99999-999-999-999'));
    const png = poppler('pdftoppm', pdf, '-png', '-singlefile', '-r', '200');
    assert.deepEqual(await readBarcodePng(png), { format: 'Aztec', text: '99999-999-999-999' });
  }
  assert.doesNotMatch(read('ru/print.html'), /@media print/);
});

test('a preview shows the fields of the product in its template', async () => {
  await using world = await migratedDatabase();
  const { id } = await addProduct(place(world), { scheme: 'platform', title: 'Лавка «Полынь»' });
  const out = join(folder, 'product');
  const ran = await template(world, 'preview', '--product', String(id), '--out', out, '--json');
  const { preview } = JSON.parse(ran.out) as { preview: { folder: string; files: string[] } };
  for (const name of preview.files) assert.ok(existsSync(join(out, name)), name);
  assert.match(readFileSync(join(out, 'ru/page-opened.html'), 'utf8'), /Лавка «Полынь»/);
  assert.match(
    output(await template(world, 'preview', '--product', '9999', '--out', out)),
    /no product 9999/,
  );
  const none = await template(world, 'preview', '--product', String(id), '--out', out, '--greeting', '1');
  assert.match(output(none), /no greeting 1: the template has 0/);
  assert.equal((await template(world, 'preview', '--out', out)).code, 2);
});
