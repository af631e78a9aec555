/** Shows the differences between two looks that stand side by side. */
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { differencesOf, type Difference } from '../../certificates/templates/template-differences.ts';
import { rowsView, type Columns } from '../../web/shell/rows-view.ts';
import { nameOfField, nameOfValue } from './field-labels.ts';
import { templateLabels } from './labels.ts';
import { nameOfLook } from './samples-view.ts';
import type { TemplatesData } from './templates-data.ts';

/** Nothing while only one look is shown. */
export function differencesView({ seen: [one, other] }: TemplatesData, language: Language): Html | null {
  if (one === undefined || other === undefined) return null;
  const labels = templateLabels[language];
  const differences = differencesOf(one.look, other.look);
  const columns: Columns<Difference> = [
    { name: labels.field, cell: ({ field }) => nameOfField(field, language) },
    { name: nameOfLook(one.key, language), cell: ({ field, before }) => valueView(field, before, language) },
    { name: nameOfLook(other.key, language), cell: ({ field, after }) => valueView(field, after, language) },
  ];
  return html`<section class="card" id="differences"><h2>${labels.differs}</h2>
${
  differences.length === 0
    ? html`<p class="muted">${labels.same}</p>`
    : rowsView({ caption: labels.differs, columns, rows: differences }, language)
}</section>`;
}

function valueView(field: Difference['field'], value: string | null, language: Language): Html {
  if (value === null) return html`<span class="muted">${templateLabels[language].notGiven}</span>`;
  const text = html`<span class="typed">${nameOfValue(field, value, language)}</span>`;
  return /^#[\da-f]{6}$/i.test(value) ? html`${swatchView(value)} ${text}` : text;
}

/** A picture, since our pages have no styles in place. */
const swatchView = (colour: string): Html =>
  html`<svg class="swatch" viewBox="0 0 1 1" aria-hidden="true"><rect width="1" height="1" fill="${colour}"/></svg>`;
