import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addProduct } from '../../src/catalog/add-product.ts';
import { startSupplier } from '../../src/acts/onboarding/start-supplier.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { addCodes, freshCodes } from '../support/arrange.ts';
import { everyLetter, type Written } from '../support/every-letter.ts';
import { testWorld } from '../support/test-world.ts';

const folders = readdirSync(join(import.meta.dirname, '../../src/messaging/letters'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const textOf = (written: Written): string =>
  typeof written === 'string' ? written : `${written.subject}\n${written.text}\n${written.html}`;

test('every kind of letter and text is known here', () => {
  assert.deepEqual(Object.keys(everyLetter).toSorted(), folders.toSorted());
});

for (const [kind, write] of Object.entries(everyLetter))
  test(`${kind}: English without a Cyrillic letter, Russian in Russian, of equal number`, () => {
    const [english, russian] = [write('en'), write('ru')];
    assert.equal(english.length, russian.length);
    for (const written of english) assert.doesNotMatch(textOf(written), /[а-яё]/i);
    for (const written of russian) assert.match(textOf(written), /[а-яё]{3}/i);
    if (typeof english[0] !== 'string') assert.match(textOf(english[0] ?? ''), /<html[^>]* lang="en"/);
  });

test('letters to a supplier are in the language that was chosen for it', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  for (const [name, language] of [
    ['Mill', 'en'],
    ['Мельница', 'ru'],
  ] as const) {
    const ask = { name, email: `${language}@mill.example`, language };
    const started = await startSupplier(db, keyring, fromShell, ask, world.clock.now());
    assert.ok(started.is === 'started', started.is);
    const added = await addProduct(
      db,
      {
        supplierId: started.supplierId,
        scheme: 'pool',
        facesKopecks: [50_000],
        fields: { title: name, lowStock: 5, activationScheme: 'letter' },
      },
      world.clock.now(),
    );
    assert.ok(added.is === 'added', added.is);
    const place = { db, keyring, now: () => world.clock.now() };
    const [code] = freshCodes(1);
    await addCodes(
      place,
      { id: added.productId },
      500,
      code === undefined ? [] : [{ ...code, inactive: true }],
    );
  }
  await world.settle();
  const { rows } = await db.query<{ language: string }>(
    `select n.language from activation_schedules n join suppliers s on s.id = n.supplier_id order by s.name`,
  );
  assert.deepEqual(
    rows.map(({ language }) => language),
    ['en', 'ru'],
  );
  const subjectTo = (language: string) =>
    world.mail.letters
      .filter(({ to }) => JSON.stringify(to).includes(`${language}@mill.example`))
      .map(({ subject }) => subject ?? '');
  assert.equal(subjectTo('en').length, 2, 'the invitation and the alert about its stock');
  for (const subject of subjectTo('en')) assert.doesNotMatch(subject, /[а-яё]/i);
  for (const subject of subjectTo('ru')) assert.match(subject, /[а-яё]/i);
});
