import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { operator, type Party } from '../../../src/people/access/party.ts';
import { shownFields } from '../../../src/certificates/templates/compose-template.ts';
import { findTemplate } from '../../../src/certificates/templates/list-templates.ts';
import { fieldOf, noFile } from '../../support/template-form.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const partyOf = (partyId: number): Party => ({ side: 'supplier', partyId });

const send = (who: Visitor, to: string, of: string, typed: Record<string, string>, file = noFile) =>
  who.upload(to, { of, ...Object.fromEntries(shownFields(null)), ...typed }, file);

/** `d1` */
async function saved(who: Visitor, path: string, of: string, typed: Record<string, string>): Promise<string> {
  const answer = await send(who, `${path}/edit`, of, typed);
  assert.equal(answer.statusCode, 303, answer.body);
  return /of=(d\d+)/.exec(String(answer.headers.location))?.[1] ?? assert.fail('no draft');
}

describe('a template by a form', () => {
  let world: TestWorld;
  let catalogue: Visitor;
  let other: Visitor;
  let auditor: Visitor;
  let manager: Visitor;
  let stranger: Visitor;
  let id: number;
  let supplierId: number;

  before(async () => {
    world = await testWorld();
    ({ id, supplierId } = await world.product({ scheme: 'platform', title: 'Вечер у камина' }));
    const foreign = await world.product({ scheme: 'platform' });
    catalogue = await visitor(world, operator, 'catalogue');
    other = await visitor(world, operator, 'admin');
    auditor = await visitor(world, operator, 'auditor');
    manager = await visitor(world, partyOf(supplierId), 'manager');
    stranger = await visitor(world, partyOf(foreign.supplierId), 'manager');
  });
  after(() => world[Symbol.asyncDispose]());

  const ours = (): string => `/o/products/${id}/templates`;
  const theirs = (): string => `/s/templates/${id}`;

  test('a supplier proposes, the operator changes it and puts it in force; the next letter has it', async () => {
    const proposed = await saved(manager, theirs(), 'current', {
      'letter.ru.subject': 'Тепло для {{ recipient }}',
      'colours.light.accent': '14532D',
      note: 'осень',
    });
    const seen = await catalogue.get(`${ours()}?of=${proposed}&beside=current&to=ru`);
    assert.match(seen.body, /agreed by the supplier/);
    assert.match(seen.body, /Subject, in Russian/);
    assert.match(seen.body, /<rect[^>]*fill="#14532d"/);

    const waits = await catalogue.get('/o');
    assert.match(waits.body, /Templates that suppliers proposed or agreed to/);
    assert.match(waits.body, new RegExp(`/o/products/${id}/templates`));

    const changed = await saved(catalogue, ours(), proposed, {
      'letter.ru.subject': 'Тепло и свет для {{ recipient }}',
      'colours.light.accent': '#14532d',
    });
    assert.doesNotMatch(
      (await catalogue.get('/o')).body,
      /Templates that suppliers proposed/,
      'the supplier’s turn',
    );
    const replaced = await manager.get(`${theirs()}?of=${changed}`);
    assert.match(replaced.body, new RegExp(`replaced</span> draft ${changed.slice(1)}`));
    assert.equal((await manager.post(`${theirs()}/agree`, { look: changed })).statusCode, 303);
    const asked = await catalogue.send(`${ours()}/use`, { look: changed });
    assert.match(asked.body, /Subject, in Russian<\/dt><dd>not given → Тепло и свет для \{\{ recipient \}\}/);
    assert.equal((await catalogue.post(`${ours()}/use`, { look: changed })).statusCode, 303);

    const client = await world.client();
    await client.makeOrder({ product_id: id, face: 500, email_to: 'anna@example.com', to: 'Анна' });
    await world.settle();
    const letter = world.mail.letters.at(-1);
    assert.equal(letter?.subject, 'Тепло и свет для Анна');
    assert.match(String(letter?.html), /#14532d/);
    const { rows } = await world.home.db.query<{ act: string; after: string }>(
      `select act, after from audit where side = 'supplier' and party_id = $1 and act like 'template.%' order by seq`,
      [supplierId],
    );
    assert.deepEqual(
      rows.map(({ act }) => act),
      ['template.drafted', 'template.drafted', 'template.agreed', 'template.set'],
    );
    assert.match(rows[0]?.after ?? '', /"letter\.ru\.subject":"Тепло для \{\{ recipient \}\}"/);
  });

  test('the preview is the sample with what was typed, by the functions that draw what is sold', async () => {
    const typed = { 'colours.light.accent': '#7a1f3d', 'letter.en.subject': 'Warmth for {{ recipient }}' };
    const page = await send(catalogue, `${ours()}/edit/preview`, 'current', { ...typed, 'show.to': 'en' });
    assert.match(page.body, /#7a1f3d/);
    assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'self'/);
    assert.equal(page.headers['x-frame-options'], 'SAMEORIGIN');
    const letter = await send(manager, `${theirs()}/edit/preview`, 'current', {
      ...typed,
      'show.to': 'en',
      'show.part': 'letter',
    });
    assert.match(letter.body, /Warmth for Anna/);
    const policy = String(letter.headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; .* sandbox allow-same-origin$/, 'nothing of a letter runs');
    const wrong = await send(catalogue, `${ours()}/edit/preview`, 'current', {
      'letter.en.text': '{{ pin }}',
    });
    assert.match(wrong.body, /data-fault="letter\.en\.text"/);
    const pdf = await send(catalogue, `${ours()}/edit/pdf`, 'current', typed);
    assert.equal(pdf.rawPayload.subarray(0, 5).toString('latin1'), '%PDF-');
    const { rows } = await world.home.db.query(
      `select from template_drafts where body::text like '%7a1f3d%'`,
    );
    assert.equal(rows.length, 0, 'nothing is kept');
  });

  // As in Programa-Semilla/bds-ps#189 and numbas/editor#732, where the later of two editors wrote over the earlier.
  test('of two who change a draft the second is told, keeps what was typed, and can save it beside', async () => {
    const draft = await saved(catalogue, ours(), 'current', { 'words.ru.hint': 'Первый' });
    const first = await saved(other, ours(), draft, { 'words.ru.hint': 'Второй' });
    const second = await send(catalogue, `${ours()}/edit`, draft, { 'words.ru.hint': 'Третий' });
    assert.equal(second.statusCode, 422);
    assert.match(second.body, new RegExp(`saved draft ${first.slice(1)} in its place`));
    assert.match(second.body, /value="Третий"/);
    const own = await saved(catalogue, ours(), draft, { 'words.ru.hint': 'Третий', own: 'yes' });
    assert.notEqual(own, first);
    const open = await world.home.db.query<{ hint: string }>(
      `select body->'words'->'ru'->>'hint' as hint from template_drafts
       where supplier_id = $1 and product_id = $2 and ended_at is null order by id`,
      [supplierId, id],
    );
    assert.deepEqual(
      open.rows.map(({ hint }) => hint),
      ['Второй', 'Третий'],
    );
    assert.equal(
      await saved(catalogue, ours(), draft, { 'words.ru.hint': 'Третий', own: 'yes' }),
      own,
      'once',
    );
  });

  test('a form that is sent twice at once is saved once, and says so both times; another note is another draft', async () => {
    const twice = async (of: string): Promise<string[]> => {
      const answers = [1, 2, 3].map(() => saved(manager, theirs(), of, { 'words.en.pin': `Of ${of}` }));
      return [...new Set(await Promise.all(answers))];
    };
    const [first = '', ...others] = await twice('current');
    assert.deepEqual(others, []);
    assert.equal((await twice(first)).length, 1);
    const typed = { 'words.en.pin': 'Noted', note: `${'a'.repeat(199)}🎁` };
    const long = await send(manager, `${theirs()}/edit`, 'current', { ...typed, note: `${typed.note}b` });
    assert.match(long.body, /id="note-error">Too long: up to 200 characters/);
    const noted = await saved(manager, theirs(), 'current', typed);
    assert.notEqual(await saved(manager, theirs(), 'current', { ...typed, note: 'other' }), noted);
    const { rows } = await world.home.db.query<{ note: string }>(
      `select note from template_drafts where supplier_id = $1 and id = $2`,
      [supplierId, Number(noted.slice(1))],
    );
    assert.equal(rows[0]?.note, `${'a'.repeat(199)}🎁`);
  });

  test('two forms on one version become two drafts, and the second says so', async () => {
    const base = `v${(await findTemplate(world.home.db, { productId: id, version: null }))?.version ?? 0}`;
    const first = await saved(catalogue, ours(), base, { 'words.en.hint': 'One' });
    const answer = await send(other, `${ours()}/edit`, base, { 'words.en.hint': 'Two' });
    assert.equal(answer.statusCode, 303);
    const shown = await other.get(String(answer.headers.location));
    assert.match(shown.body, new RegExp(`Draft ${first.slice(1)} was begun with the same version`));
  });

  test('an uploaded picture is kept and chosen, and what was typed stays', async () => {
    const bytes = await sharp({ create: { width: 1360, height: 620, channels: 3, background: '#1e78c8' } })
      .png()
      .toBuffer();
    const sent = await send(
      manager,
      `${theirs()}/edit/picture`,
      'current',
      { 'words.ru.hint': 'Не потерять' },
      { field: 'file', name: 'a.png', bytes },
    );
    assert.equal(sent.statusCode, 200, sent.body);
    assert.match(sent.body, /value="Не потерять"/);
    const address = /name="picture" value="([^"]+)" checked/.exec(sent.body)?.[1] ?? '';
    assert.match(address, new RegExp(`/pictures/of/${supplierId}/[\\w-]+-large\\.png$`));
    const draft = await saved(manager, theirs(), 'current', { picture: address });
    const look = await manager.get(`${theirs()}/look?of=${draft}`);
    const picture = /<img[^>]* src="([^"]+)"/.exec(look.body)?.[1] ?? '';
    assert.match(picture, /^\/pictures\/\d+\//, 'from our address, as recipients get it');
    assert.equal((await manager.get(picture)).statusCode, 200);
    const file = await manager.get(`${theirs()}/file?of=${draft}`);
    assert.equal((JSON.parse(file.body) as { picture: string }).picture, address);
    const svg = {
      field: 'file',
      name: 'a.svg',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    };
    const refused = await send(manager, `${theirs()}/edit/picture`, 'current', {}, svg);
    assert.equal(refused.statusCode, 422);
    assert.match(fieldOf(refused.body, 'file'), /no PNG, JPEG or WebP/);
  });

  test('nobody edits what is not theirs, and a supplier takes back only its own drafts', async () => {
    for (const url of [`${theirs()}/edit`, `${theirs()}/file`])
      assert.equal((await stranger.get(url)).statusCode, 404, url);
    for (const act of ['edit', 'edit/preview', 'edit/pdf', 'edit/picture', 'drafts'])
      assert.equal((await send(stranger, `${theirs()}/${act}`, 'current', {})).statusCode, 404, act);
    assert.equal((await auditor.get(`${ours()}/edit`)).statusCode, 404);
    assert.equal((await send(auditor, `${ours()}/edit`, 'current', {})).statusCode, 404);
    const own = await saved(manager, theirs(), 'current', { 'words.ru.pin': 'Секрет' });
    const operators = await saved(catalogue, ours(), 'current', { 'words.ru.pin': 'Пароль' });
    assert.equal((await manager.post(`${theirs()}/discard`, { look: operators })).statusCode, 404);
    assert.equal((await stranger.post(`${theirs()}/discard`, { look: own })).statusCode, 404);
    assert.equal((await manager.post(`${theirs()}/discard`, { look: own })).statusCode, 303);
    assert.equal((await send(manager, `${theirs()}/edit`, own, { 'words.ru.pin': 'Ключ' })).statusCode, 422);
  });

  test('errors are said in the language of the reader, of a form and of a file alike', async () => {
    const russian = await send(catalogue, `${ours()}/edit?lang=ru`, 'current', {
      'colours.light.accent': '#ffcc00',
      'barcode.kind': 'ean13',
    });
    assert.equal(russian.statusCode, 422);
    assert.match(fieldOf(russian.body, 'colours.light.accent'), /контраст основного цвета на листе/);
    const ean = await send(catalogue, `${ours()}/edit?lang=ru`, 'current', { 'barcode.kind': 'ean13' });
    assert.match(fieldOf(ean.body, 'barcode.kind'), /этот штрихкод их не вместит/);
    const file = await catalogue.post(`${ours()}/drafts?lang=ru`, {
      template: '{"facevalue_template": 1, "x": 2}',
    });
    assert.match(file.body, /1:28 x такого поля нет/);
    const template = '{"facevalue_template": 1, "barcode": {"kind": "ean13", "text": "{{number}}"}}';
    const unfit = await catalogue.post(`${ours()}/drafts?lang=ru`, { template });
    assert.equal(unfit.statusCode, 422);
    assert.match(unfit.body, /этот штрихкод их не вместит/);
  });
});
