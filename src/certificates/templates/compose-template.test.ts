import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { composeTemplate, shownFields, type StoredTemplate } from './compose-template.ts';
import { judgeTemplate } from './judge-template.ts';
import { differencesOf } from './template-differences.ts';
import { placesOfBlocks } from './design.ts';
import { blockField, places, textFields } from './template-fields.ts';

/** The form of a template as a browser sends it back. */
function sent(base: StoredTemplate | null, typed: Record<string, string> = {}): URLSearchParams {
  // Fields of one line have no line breaks, those of several have two signs for each.
  const oneLine = new Set(textFields.filter(({ kind }) => kind !== 'text').map(({ name }) => name));
  const asSent = (name: string, text: string): string =>
    oneLine.has(name) ? text.replaceAll(/[\r\n]/g, '') : text.replaceAll(/\r\n?|\n/g, '\r\n');
  const fields = new URLSearchParams(
    [...shownFields(base)].map(([name, text]) => [name, asSent(name, text)]),
  );
  for (const place of places)
    for (const block of placesOfBlocks[place])
      if (!fields.has(blockField(place, block))) fields.set(blockField(place, block), '');
  if (!fields.has('greetings[0].ru')) fields.set('greetings[0].ru', '');
  for (const [name, text] of Object.entries(typed)) fields.set(name, text);
  return fields;
}

const made = (base: StoredTemplate | null, typed: Record<string, string> = {}) =>
  composeTemplate(base, sent(base, typed)).value;

const files = ['../../../docs/examples/templates', '../../../seeds/templates'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, import.meta.url)).map(
    (name) => new URL(`${folder}/${name}`, import.meta.url),
  ),
);

for (const file of files)
  test(`a form that nobody touched keeps ${file.pathname.split('/').at(-1)} as it is`, () => {
    const base = JSON.parse(readFileSync(file, 'utf8')) as StoredTemplate;
    assert.equal(JSON.stringify(made(base)), JSON.stringify(base));
  });

test('whatever a template holds, an untouched form keeps it, and one field changes one value', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 }).map((one) => one.replaceAll('\0', ''));
  const blocks = fc.shuffledSubarray([...placesOfBlocks.below], { minLength: 1 });
  const template = fc.record(
    {
      facevalue_template: fc.constant(1),
      picture: text,
      words: fc.record({ ru: fc.record({ hint: text, later: text }) }, { requiredKeys: [] }),
      letter: fc.record(
        { en: fc.record({ subject: text, text }, { requiredKeys: [] }) },
        { requiredKeys: [] },
      ),
      blocks: fc.record({ below: blocks }),
      greetings: fc.array(fc.record({ ru: fc.constantFrom('С праздником!', 'а\nб'), later: text }), {
        minLength: 1,
        maxLength: 3,
      }),
      shadow: fc.jsonValue(),
    },
    { requiredKeys: ['facevalue_template'] },
  );
  fc.assert(
    fc.property(template, (any) => {
      const base = JSON.parse(JSON.stringify(any)) as StoredTemplate;
      assert.deepEqual(made(base), base);
      const changed = made(base, { 'letter.ru.button': 'Открыть' });
      const differences = differencesOf({ template: base }, { template: changed });
      assert.deepEqual(differences, [{ field: 'letter.ru.button', before: null, after: 'Открыть' }]);
    }),
  );
});

test('an emptied field is left out, and what is empty without it', () => {
  const base = {
    facevalue_template: 1,
    words: { ru: { hint: 'x' }, en: { hint: 'y' } },
    banner: { ground: '#000000', text: '#ffffff' },
  };
  assert.deepEqual(made(base, { 'words.ru.hint': ' ' }), {
    facevalue_template: 1,
    words: { en: { hint: 'y' } },
    banner: base.banner,
  });
  assert.deepEqual(
    made(base, { 'words.ru.hint': '', 'words.en.hint': '', 'banner.ground': '', 'banner.text': '' }),
    {
      facevalue_template: 1,
    },
  );
});

const below = (typed: Record<string, string>): unknown =>
  (made(null, typed)['blocks'] as { below?: string[] } | undefined)?.below;

test('blocks move to the place that is typed, whichever they come from', () => {
  assert.equal(below({}), undefined);
  assert.deepEqual(below({ 'blocks.below.support': '1' }), [
    'support',
    'terms',
    'places',
    'order_number',
    'issuer',
  ]);
  assert.deepEqual(below({ 'blocks.below.terms': '5' }), [
    'places',
    'order_number',
    'issuer',
    'support',
    'terms',
  ]);
  assert.deepEqual(below({ 'blocks.below.places': '' }), ['terms', 'order_number', 'issuer', 'support']);
});

test('what a later version of the platform wrote stays, what somebody adds is refused', () => {
  const base = { facevalue_template: 1, shadow: { depth: 3 }, words: { ru: { hint: 'x', ribbon: 'y' } } };
  const judged = judgeTemplate(made(base, { 'words.ru.hint': 'z' }), base);
  assert.ok(judged.is === 'fits', JSON.stringify(judged));
  assert.deepEqual(judged.template, { ...base, words: { ru: { hint: 'z', ribbon: 'y' } } });
  assert.equal(judgeTemplate({ ...base, glow: 1 }, base).is, 'wrong');
  assert.equal(judgeTemplate({ ...base, shadow: { depth: 4 } }, base).is, 'wrong');
  assert.equal(judgeTemplate(base).is, 'wrong');
});
