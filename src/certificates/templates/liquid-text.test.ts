import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../test/support/processor-time.ts';
import { templateReasons } from './template-reasons.ts';
import { renderText, textProblems, type LetterValues } from './liquid-text.ts';

const values: LetterValues = {
  recipient: 'Анна Петровна',
  sender: null,
  greeting: '<b>"Обнимаем"</b> & целуем',
  title: 'Листва',
  face: '3 000 ₽',
  expiry: null,
  order_number: '1000345-7781204',
};
const reasons = (text: string): string[] =>
  textProblems('markup', text).map(({ reason }) => templateReasons.text(reason, 'en'));

test('variables are replaced, and conditions test missing ones', () => {
  const text =
    '{% if sender %}{{ sender }} дарит{% else %}Вам дарят{% endif %}, {{ recipient | split: " " | first }}, {{ title }} до {{ expiry | default: "конца времён" }}';
  assert.deepEqual(textProblems('line', text), []);
  assert.equal(renderText('line', text, values), 'Вам дарят, Анна, Листва до конца времён');
});

test('values in markup are always escaped, whatever the filters', () => {
  assert.equal(
    renderText('markup', '<i>{{ greeting }}</i>', values),
    '<i>&lt;b&gt;&#34;Обнимаем&#34;&lt;/b&gt; &amp; целуем</i>',
  );
  assert.match(reasons('{{ greeting | raw }}').join(' '), /no filter «raw»/);
  assert.match(reasons('{% raw %}{{ x }}{% endraw %}').join(' '), /no tag «raw»/);
});

for (const text of [
  '{% for i in (1..1000000000) %}{{ i }}{% endfor %}',
  '{% tablerow i in (1..1000000000) %}x{% endtablerow %}',
  '{% assign a = title %}',
  '{% capture a %}{{ a }}{% endcapture %}',
  "{% include '/etc/passwd' %}",
  "{% render '/etc/passwd' %}",
  "{% layout '/etc/passwd' %}",
  '{% liquid echo title %}',
  '{% increment n %}',
  '{{ (1..1000000000) }}',
  '{{ title | where: "a" }}',
  '{{ "now" | date: "%Y" }}',
  '{{ constructor }}',
  '{{ title.constructor }}',
  '{{ title["__proto__"] }}',
  '{{ recipient.length }}',
  '{{ code }} {{ pin }}',
  '{{ settings.master_key }}',
  '{% if missing %}x{% endif %}',
  '{{ title',
  '{% if title %}',
  '{% endif %}',
  '{% if title %}'.repeat(400),
  'длинно'.repeat(1000),
])
  test(`refused: ${text.slice(0, 50)}`, async () => {
    const ms = await processorMs(() => assert.notDeepEqual(reasons(text), []));
    assert.ok(ms < 2000, `${ms} ms`);
  });

test('a text that long values would make too long is refused when it is set', () => {
  const doubled = '{{ greeting | append: greeting | append: greeting }}';
  assert.deepEqual(reasons(doubled), []);
  assert.match(reasons(doubled.repeat(90)).join(' '), /too long: 40000 characters at the most/);
  assert.equal(renderText('markup', '{{ nobody }}', values), null);
});
