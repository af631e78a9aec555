import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TableProblem } from './table-problem.ts';
import { attribute, maxTokenCharacters, scanXml, tagsIn, type XmlTag } from './xml-scan.ts';

const sample =
  `<?xml version="1.0"?><!-- <row/> --><x:sst a="1>2" x:b = '"'><![CDATA[<si>]]><si/>text</x:sst >` as const;
const expected: Pick<XmlTag, 'name' | 'opens' | 'closes'>[] = [
  { name: 'sst', opens: true, closes: false },
  { name: 'si', opens: true, closes: true },
  { name: 'sst', opens: false, closes: true },
];

test('tags are found wherever the text is cut', () => {
  for (let cut = 0; cut <= sample.length; cut += 1) {
    const found: XmlTag[] = [];
    const scan = scanXml((tag) => found.push(tag));
    scan.write(sample.slice(0, cut));
    scan.write(sample.slice(cut));
    scan.end();
    assert.deepEqual(
      found.map(({ name, opens, closes }) => ({ name, opens, closes })),
      expected,
      `cut at ${cut}`,
    );
    assert.equal(attribute(found[0]?.source ?? '', 'a'), '1>2');
    assert.equal(attribute(found[0]?.source ?? '', 'b'), '"');
    assert.equal(attribute(found[0]?.source ?? '', 'c'), '');
  }
});

test('what is longer than any program writes, too deep, or never ends is refused', () => {
  const long = 'a'.repeat(maxTokenCharacters + 1);
  for (const [xml, why] of [
    [long, /more than 256 kB/],
    [`<c r="${long}"/>`, /more than 256 kB/],
    [`<!--${long}-->`, /more than 256 kB/],
    [`<![CDATA[${long}`, /more than 256 kB/],
    ['<a>'.repeat(101), /nested too deeply/],
    ['<a/><!-- ', /never ends/],
    ['<a b="', /never ends/],
  ] as const)
    assert.throws(
      () => tagsIn(xml, () => {}),
      (problem) => problem instanceof TableProblem && why.test(problem.message),
      xml.slice(0, 20),
    );
});
