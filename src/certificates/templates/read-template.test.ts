import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { lookOf, type ProductFacts } from './look.ts';
import { JsonProblem, readJson } from './read-json.ts';
import { maxTemplateBytes, readTemplate, type TemplateProblem } from './read-template.ts';
import type { TemplateFile } from './template-file.ts';
import { templateReasons } from './template-reasons.ts';

const read = (text: string): TemplateFile => {
  const reading = readTemplate(Buffer.from(text));
  assert.ok(reading.is === 'read', JSON.stringify(reading));
  return reading.template;
};
const problems = (text: string | Uint8Array): TemplateProblem[] => {
  const reading = readTemplate(typeof text === 'string' ? Buffer.from(text) : text);
  assert.ok(reading.is === 'wrong', 'it was taken');
  return reading.problems;
};
/** `2:14 letter.ru.subject: reason` */
const told = (text: string | Uint8Array): string[] =>
  problems(text).map(
    ({ line, column, field, reason }) => `${line}:${column} ${field}: ${templateReasons.text(reason, 'en')}`,
  );
const body = (content: object): string => JSON.stringify({ facevalue_template: 1, ...content });

const facts: ProductFacts = {
  title: 'Листва',
  brief: '',
  picture: '',
  terms: '<p>Условия</p>',
  barcode_kind: 'ean13',
  barcode_of: 'pin',
};

test('the shortest template changes nothing', () => {
  const look = lookOf(facts, read(body({})));
  assert.deepEqual({ ...look }, { ...lookOf(facts, null) });
});

test('all errors are reported at once, with line, column and field', () => {
  const text = `{
  "facevalue_template": 1,
  "colors": {},
  "picture": "javascript:alert(1)",
  "colours": { "light": { "accent": "#ffff00" } },
  "blocks": { "head": ["face", "face"], "code": ["barcode"] },
  "barcode": { "kind": "ean13", "text": "{{number}}-{{pin}}" },
  "letter": { "ru": {
    "subject": "Подарок \\"от\\" {{ code }} и {{ sender }}",
    "text": "раз\\nдва {{ recipient | explode }}",
    "button": 7
  } },
  "greetings": [{ "ru": "С праздником!" }, {}]
}`;
  const lines = told(text);
  for (const expected of [
    /^3:4 colors: is not known here/,
    /^4:15 picture: must be the address of a picture/,
    /^5:38 colours\.light\.accent: accent on the sheet \(#fffdfa\) has a contrast of 1\.\d\d/,
    /^5:38 colours\.light\.accent: accent on paper/,
    /^6:33 blocks\.head\[1\]: the block «face» is here twice/,
    /^6:23 blocks\.head: «validity» can't be left out/,
    /^6:49 blocks\.code: needs «number», «pin» or both/,
    /^7:42 barcode\.text: has signs that ean13 can't carry/,
    /^9:35 letter\.ru\.subject: «code»: a letter's texts never carry the code/,
    /^10:23 letter\.ru\.text: there is no filter «explode» here/,
    /^11:15 letter\.ru\.button: must be a text in double quotes/,
    /^13:44 greetings\[1\]: says nothing/,
  ])
    assert.ok(
      lines.some((line) => expected.test(line)),
      `${String(expected)} is not in\n${lines.join('\n')}`,
    );
  assert.equal(lines.length, 12, lines.join('\n'));
});

test('invalid JSON is refused with the place of the error', () => {
  assert.deepEqual(told('{\n  "facevalue_template": 1,\n}'), [
    '3:1 : a name in double quotes is missing here',
  ]);
  assert.deepEqual(told('{"a": yes}'), ['1:7 : «yes» is not a JSON value: texts stand in double quotes']);
  assert.deepEqual(told('{"a": "b'), ['1:9 : the file ends too early']);
  assert.deepEqual(told('{"a": 1 "b"'), ['1:9 : a comma or } is missing here']);
  assert.deepEqual(told('{"a": 1, "a": 2}'), ['1:11 : «a» is here twice']);
  assert.deepEqual(told('{} {}'), ['1:4 : nothing may follow the last brace']);
  assert.deepEqual(told('"a\nb"'), [
    '1:3 : a line break or another control character stands inside a text: write \\n',
  ]);
  assert.deepEqual(told(''), ['1:1 : the file ends too early']);
  assert.deepEqual(told(Buffer.from([0x7b, 0xff, 0x7d])), ['1:1 : the file is not text in UTF-8']);
  assert.match(told('['.repeat(100_000))[0] ?? '', /nested more than/);
});

test('a file of a million bytes is refused without parsing', () => {
  const [problem] = problems(Buffer.alloc(1_000_000, 0x20));
  assert.deepEqual(problem?.reason, { is: 'file-long', most: maxTemplateBytes });
});

test('characters that no text can show are refused, however JSON writes them', () => {
  for (const sign of ['\0', '\ud83d']) {
    const text = `a${sign}b`;
    for (const fields of [
      { terms: text },
      { letter: { ru: { text } } },
      { letter: { en: { subject: text } } },
      { greetings: [{ ru: text }] },
      { words: { en: { title: text } } },
    ])
      assert.match(told(body(fields))[0] ?? '', /a character that no text can show/, JSON.stringify(fields));
  }
  assert.ok(read(body({ terms: '🎁 שמיים' })));
});

test('names like __proto__ are unknown fields', () => {
  assert.match(
    told('{"facevalue_template": 1, "__proto__": {"accent": 1}}')[0] ?? '',
    /__proto__: is not known/,
  );
  assert.match(told(body({ constructor: {} }))[0] ?? '', /constructor: is not known/);
  assert.equal(Object.hasOwn(Object.prototype, 'accent'), false);
});

test('blocks without a barcode need the barcode kind none', () => {
  const blocks = { code: ['number', 'pin'] };
  assert.match(told(body({ blocks }))[0] ?? '', /needs «barcode»/);
  assert.match(told(body({ blocks, barcode: { kind: 'qr' } }))[0] ?? '', /needs «barcode»/);
  const { design, barcode } = lookOf(facts, read(body({ blocks, barcode: { kind: 'none' } })));
  assert.deepEqual([design.blocks.code, barcode.kind], [['number', 'pin'], 'none']);
});

test('fields that a template omits come from the product', () => {
  const look = lookOf(
    facts,
    read(
      body({
        colours: { light: { accent: '#0F4C4A' } },
        terms: '<ol><li>Иначе</li></ol>',
        barcode: { kind: 'qr', text: '{{number}}:{{pin}}' },
        words: { en: { title: 'Leaves' } },
      }),
    ),
  );
  assert.equal(look.terms, '<ol><li>Иначе</li></ol>');
  assert.equal(look.title, 'Листва');
  assert.deepEqual(look.barcode, { kind: 'qr', text: '{{number}}:{{pin}}' });
  assert.deepEqual(look.design.colours.light, { accent: '#0f4c4a', onAccent: '#ffffff', paper: '#f4eee5' });
  assert.deepEqual(look.design.banner, { ground: '#0f4c4a', text: '#ffffff' });
  assert.deepEqual(look.design.words, { ru: {}, en: { title: 'Leaves' } });
  assert.deepEqual(look.design.blocks.head, ['face', 'validity', 'greeting']);
});

test('dark colours derived from light ones keep the contrast', () => {
  for (const accent of ['#000000', '#0f4c4a', '#7a1f3d', '#233a73', '#c02020', '#005bbb', '#6a6a00']) {
    const { dark } = lookOf(facts, read(body({ colours: { light: { accent } } }))).design.colours;
    const again = body({
      colours: {
        light: { accent },
        dark: { accent: dark.accent, on_accent: dark.onAccent, paper: dark.paper },
      },
    });
    assert.equal(read(again).colours?.dark?.accent, dark.accent, accent);
  }
});

test('the reader accepts what JSON.parse accepts, and refuses the rest with a place', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 0, max: 4 }), (text, indent) => {
      const value: unknown = JSON.parse(text);
      assert.deepEqual(readJson(JSON.stringify(value, null, indent)).value, value);
    }),
  );
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('"', '{', ',', '\\', '', '0', '}'), (text, at, sign) => {
      const place = at % (text.length + 1);
      const broken = text.slice(0, place) + sign + text.slice(place + 1);
      let parsed = true;
      try {
        JSON.parse(broken);
      } catch {
        parsed = false;
      }
      try {
        readJson(broken);
        assert.ok(parsed, broken);
      } catch (problem) {
        assert.ok(problem instanceof JsonProblem, String(problem));
        assert.ok(problem.offset >= 0 && problem.offset <= broken.length);
        // The only thing refused here that JSON.parse accepts.
        assert.ok(!parsed || /twice|nested/.test(problem.message), broken);
      }
    }),
  );
});

test('any file is accepted or refused without a failure', () => {
  const part = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string(),
    fc.constantFrom('{{ a | b: ', '{% if %}', '#zzzzzz'),
  );
  const names = [
    'colours',
    'banner',
    'blocks',
    'barcode',
    'words',
    'letter',
    'greetings',
    'terms',
    'picture',
  ];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), part), part, (content, subject) => {
      const letter = { ru: { subject } };
      for (const one of [content, { ...content, letter }]) {
        const reading = readTemplate(Buffer.from(body(one)));
        if (reading.is === 'read') lookOf(facts, reading.template);
        else for (const { line, column } of reading.problems) assert.ok(line > 0 && column > 0);
      }
    }),
  );
});
