import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { countParts, partHeader, splitText, type TextPart } from './split-text.ts';

/** Decodes as a phone does; plain letters and digits of the GSM alphabet equal ASCII. */
const joined = (parts: TextPart[]): string =>
  parts
    .map(({ bytes, coding }) =>
      coding === 8 ? Buffer.from(bytes).swap16().toString('utf16le') : bytes.toString('latin1'),
    )
    .join('');

test('one message holds 160 letters of the GSM alphabet or 70 others, a part 153 or 67', () => {
  const lengths: [string, number][] = [
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['я'.repeat(70), 1],
    ['я'.repeat(71), 2],
    ['я'.repeat(134), 2],
    ['я'.repeat(135), 3],
    // Characters of the extension table take two septets.
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['', 1],
  ];
  for (const [text, parts] of lengths)
    assert.equal(countParts(text), parts, `${text.slice(0, 1)} × ${text.length}`);
});

test('characters of two units are not split, and no text is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.boolean(), (text, cyrillic) => {
      const whole = cyrillic ? `я${text}` : text;
      const parts = splitText(whole);
      for (const { bytes, coding, parts: count, part } of parts) {
        const units = coding === 8 ? bytes.length / 2 : bytes.length;
        assert.ok(units <= (count === 1 ? (coding === 8 ? 70 : 160) : coding === 8 ? 67 : 153));
        assert.equal(parts[part - 1]?.part, part);
        if (coding === 8)
          assert.ok(Buffer.from(bytes).swap16().toString('utf16le').isWellFormed() || !whole.isWellFormed());
      }
      if (parts[0]?.coding === 8) assert.equal(joined(parts), whole);
    }),
  );
});

test('neither an emoji nor an escape is torn, wherever the end of a part falls', () => {
  for (let before = 60; before < 70; before += 1) {
    const parts = splitText(`${'я'.repeat(before)}😀${'я'.repeat(20)}`);
    for (const { bytes } of parts)
      assert.ok(Buffer.from(bytes).swap16().toString('utf16le').isWellFormed(), `behind ${before}`);
  }
  for (let before = 150; before < 156; before += 1)
    for (const { bytes } of splitText(`${'a'.repeat(before)}€${'a'.repeat(20)}`))
      assert.notEqual(bytes.at(-1), 0x1b, `behind ${before}`);
});

test('a text of the GSM alphabet stays in it, one septet a byte', () => {
  const [part] = splitText('Code 42 @ {shop}');
  assert.equal(part?.coding, 0);
  assert.equal(part?.bytes.toString('hex'), '436f64652034322000201b2873686f701b29');
});

test('the header of a part names the text, how many parts and which', () => {
  const [, second] = splitText('я'.repeat(100));
  assert.deepEqual([...partHeader(second as TextPart, 300)], [5, 0, 3, 44, 2, 2]);
});
