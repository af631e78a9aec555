import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, raw, safeUrl } from './html.ts';

test('text is escaped in elements and in quoted attributes, markup is kept', () => {
  const evil = `"><script>alert('1')</script>&`;
  assert.equal(
    html`<p title="${evil}">${evil}${raw('<b>kept</b>')}</p>`.markup,
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;<b>kept</b></p>',
  );
});

test('lists are joined, and empty values leave nothing', () => {
  const items = ['a', 'b'].map((item) => html`<li>${item}</li>`);
  assert.equal(
    html`<ul>${items}</ul>${null}${false}${undefined}${0}`.markup,
    '<ul><li>a</li><li>b</li></ul>0',
  );
});

test('only absolute web addresses are safe', () => {
  assert.equal(safeUrl('https://brand.example/a b'), 'https://brand.example/a%20b');
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//brand.example',
    'brand.example',
    '',
    null,
  ])
    assert.equal(safeUrl(address), null);
});
