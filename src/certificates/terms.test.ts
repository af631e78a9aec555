import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { maxTermsLength, safeTerms, termsAsItems, termsAsLines, withAddresses } from './terms.ts';

test('lists, emphasis and web links are kept; the links are made harmless', () => {
  assert.equal(
    safeTerms(
      '<ol><li>Зайдите на <a href="https://brand.example/a?b=1&amp;c=2" onclick="x()">сайт</a></li></ol>',
    ),
    '<ol><li>Зайдите на <a href="https://brand.example/a?b=1&amp;c=2" rel="noopener noreferrer nofollow" target="_blank">сайт</a></li></ol>',
  );
});

test('scripts, styles, pictures, forms and foreign schemes are dropped', () => {
  const evil = [
    '<script>alert(1)</script>',
    '<style>body{display:none}</style>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<a href="javascript:alert(1)">j</a>',
    '<a href=" java\tscript:alert(1)">t</a>',
    '<a href="//evil.example">p</a>',
    '<a href="data:text/html,x">d</a>',
    '<form action="https://evil.example"><button>Ввести ПИН</button></form>',
    '<p style="position:fixed" id="x" class="y">текст</p>',
    '<iframe src="https://evil.example"></iframe><base href="https://evil.example">',
  ];
  const clean = safeTerms(evil.join(''));
  assert.doesNotMatch(clean, /script|style|img|svg|form|button|iframe|base|onerror|onload|href|id=|class=/i);
  assert.match(clean, /<p>текст<\/p>/);
});

test('print shows the address of a link unless its text already does', () => {
  const rules = '<p>Все <a href="https://brand.example/rules/?a=1&amp;b=2"><b>правила</b></a>.</p>';
  assert.deepEqual(termsAsItems(rules), ['Все правила (https://brand.example/rules/?a=1&b=2).']);
  assert.deepEqual(termsAsItems(rules, false), ['Все правила.']);
  assert.match(
    withAddresses(safeTerms(rules)),
    /data-address="https:\/\/brand\.example\/rules\/\?a=1&amp;b=2"/,
  );
  for (const plain of ['brand.example', 'https://www.brand.example/', 'на сайте Brand.example'])
    assert.deepEqual(termsAsItems(`<a href="https://brand.example/">${plain}</a>`), [plain]);
  assert.doesNotMatch(
    withAddresses(safeTerms('<a href="https://brand.example/">brand.example</a>')),
    /data-/,
  );
});

test('plain text keeps its lines, entities become letters', () => {
  assert.equal(safeTerms('1. Раз\r\n2. Два & три'), '1. Раз<br />2. Два &amp; три');
  assert.equal(safeTerms('&laquo;Лавка&raquo;&nbsp;&mdash; <b>да</b>'), '«Лавка»\u00a0— <b>да</b>');
});

test('empty paragraphs and repeated line breaks are removed', () => {
  assert.equal(safeTerms('<br /><p>&nbsp;</p>А<br><br><br><br>Б<br/>'), 'А<br /><br />Б');
});

test('list items are numbered, and typed numbers are recognised', () => {
  assert.deepEqual(
    termsAsItems('<p>Правила:</p><ol><li>Раз</li><li><p>Два</p></li></ol><ul><li>точка</li></ul>'),
    ['Правила:', '1. Раз', '2. Два', '• точка'],
  );
  assert.deepEqual(termsAsItems('1. Раз<br/>2) Два<br/>&bull; три<br/>- четыре'), [
    '1. Раз',
    '2) Два',
    '• три',
    '• четыре',
  ]);
  assert.deepEqual(termsAsItems('<ol start="5"><li>пять</li><li value="9">девять</li><li>десять</li></ol>'), [
    '5. пять',
    '9. девять',
    '10. десять',
  ]);
});

test('a typed number may directly precede its text; a decimal is not a number', () => {
  const lines = termsAsLines('20.Срок ограничен<br>1.5 литра чая<br>3) скидок нет');
  assert.deepEqual(
    lines.map(({ marker, text }) => [marker, text]),
    [
      ['20.', 'Срок ограничен'],
      ['', '1.5 литра чая'],
      ['3)', 'скидок нет'],
    ],
  );
});

test('nested lists have a depth and continue the outer numbering', () => {
  const lines = termsAsLines('<ol><li>Где:<ul><li>дом</li><li>сад</li></ul></li><li>Когда</li></ol>');
  assert.deepEqual(
    lines.map(({ marker, text, depth }) => [marker, text, depth]),
    [
      ['1.', 'Где:', 0],
      ['•', 'дом', 1],
      ['•', 'сад', 1],
      ['2.', 'Когда', 0],
    ],
  );
});

test('a line is bold only if all of it is', () => {
  const lines = termsAsLines('<strong>Как оформить:</strong><br />Нажмите <b>Купить</b>');
  assert.deepEqual(
    lines.map(({ text, bold }) => [text, bold]),
    [
      ['Как оформить:', true],
      ['Нажмите Купить', false],
    ],
  );
});

test('angle brackets in text stay text', () => {
  assert.deepEqual(termsAsItems('a &lt;b&gt; c &amp;lt; d<br>'), ['a <b> c &lt; d']);
});

test('huge and deeply nested HTML is handled in limited time', () => {
  assert.ok(safeTerms('<ul><li>'.repeat(50_000)).length < 2 * maxTermsLength);
  assert.ok(termsAsItems('a<br>'.repeat(100_000)).length <= maxTermsLength / 5);
  assert.deepEqual(termsAsItems(''), []);
});

test('the output is balanced and has only allowed tags, whatever the input', () => {
  const tags = [
    'p',
    'a',
    'li',
    'ol',
    'svg',
    'script',
    'b',
    'h1',
    'br',
    'style',
    'textarea',
    'math',
    'title',
    'noscript',
  ];
  const piece = fc.oneof(
    fc.constantFrom('<', '>', '"', "'", '&', '&lt;', '<!--', '-->', '<![CDATA[', ']]>', 'текст', ' '),
    fc.constantFrom(...tags).map((tag) => `<${tag} href="javascript:x" onx=y>`),
    fc.constantFrom(...tags).map((tag) => `</${tag}>`),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const open: string[] = [];
      for (const [, slash, tag = '', rest = ''] of safeTerms(pieces.join('')).matchAll(
        /<(\/?)([^\s>/]*)([^>]*)>/g,
      )) {
        assert.match(tag, /^(p|div|br|ol|ul|li|h3|strong|b|em|i|a)$/);
        assert.doesNotMatch(rest, /javascript|onx/);
        if (slash === '/') assert.equal(open.pop(), tag);
        else if (tag !== 'br') open.push(tag);
      }
      assert.deepEqual(open, []);
    }),
    { numRuns: 500 },
  );
});

test('a table becomes lines with separated cells', () => {
  const table =
    '<table><tbody><tr><td>Остаток</td><td>Не сгорает</td></tr><tr><th>Возврат</th><td>Нет</td></tr></tbody></table>';
  assert.deepEqual(termsAsItems(table), ['Остаток Не сгорает', 'Возврат Нет']);
});
