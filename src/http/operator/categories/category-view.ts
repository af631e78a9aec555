/** `/o/categories` and one of them. */
import type { Category } from '../../../catalog/find-category.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { fieldsView, typedOf } from '../../../web/form/fields.ts';
import { type FieldErrors, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { categoryFields } from './category-form.ts';
import { categoryLabels } from './labels.ts';

const path = '/o/categories';

export interface Typed {
  errors: FieldErrors;
  form: URLSearchParams | null;
}

const nothingTyped: Typed = { errors: {}, form: null };
const mayChange = ({ principal, party }: OperatorCall): boolean => may(principal, 'products.change', party);

/** `/o/categories`: all of them, and a new one. */
export function categoriesView(
  categories: readonly Category[],
  call: OperatorCall,
  { errors, form }: Typed = nothingTyped,
): ShellPage {
  const { language } = call;
  const labels = categoryLabels[language];
  const isOpen = form !== null || categories.length === 0;
  return listPage(
    {
      path,
      title: labels.title,
      errors,
      lead: labels.lead,
      columns: columnsOf(call),
      rows: categories,
      empty: { text: labels.none },
      atEnd:
        mayChange(call) &&
        html`<section class="card"><details class="more"${isOpen && html` open`}><summary>${labels.addTitle}</summary>
<form class="narrow" method="post" action="${at(path, language)}">${fieldsView(categoryFields.new, labels.fields, { typed: form ?? new URLSearchParams(), errors })}
<div class="actions"><button class="button main">${labels.add}</button></div></form></details></section>`,
    },
    call,
  );
}

const englishTitle = ({ titleEn }: Category): string => titleEn || '–';

function columnsOf(call: OperatorCall): Columns<Category> {
  const { language } = call;
  const { fields, products } = categoryLabels[language];
  const link = ({ id, title }: Category) => linkView(`${path}/${id}`, title, language);
  const ofProducts = {
    sort: 'products',
    by: (one: Category) => one.products,
    cell: (one: Category) => productsLink(one, call),
  };
  return [
    { name: fields.id, phone: 'end', sort: 'id', by: ({ id }) => id, cell: ({ id }) => String(id) },
    { name: fields.title, phone: 'start', leads: true, sort: 'name', by: ({ title }) => title, cell: link },
    { name: fields.titleEn, phone: 'line', sort: 'nameEn', by: (one) => one.titleEn, cell: englishTitle },
    {
      name: fields.code,
      phone: 'half',
      sort: 'code',
      by: ({ code }) => code,
      cell: (one) => one.code || '–',
    },
    { name: fields.sort, look: 'sum', phone: 'half', sort: 'order', cell: ({ sort }) => sort },
    { name: products, look: 'sum', phone: 'half', ...ofProducts },
  ];
}

const productsLink = ({ id, title, products }: Category, call: OperatorCall): Html =>
  products === 0
    ? html`0`
    : operatorLink(
        call,
        `/o/products?category=${id}`,
        html`${products}<span class="quiet"> ${categoryLabels[call.language].products}: ${title}</span>`,
      );

export interface CategoryData {
  category: Category;
  others: readonly Category[];
}

/** `/o/categories/:id`: one, to change or to remove. */
export function categoryView(
  { category, others }: CategoryData,
  call: OperatorCall,
  { errors, form }: Typed = nothingTyped,
): ShellPage {
  const { language } = call;
  const labels = categoryLabels[language];
  const own = (act: string): string => at(`${path}/${category.id}${act}`, language);
  const typed = form?.has('title') === true ? form : typedOf(categoryFields.known, category);
  const choices = others.map(({ id, title }) => ({ value: String(id), text: `${title} (${id})` }));
  return {
    title: category.title,
    errors,
    main: html`<p><a href="${at(path, language)}">${labels.title}</a></p>
<h1>${category.title}</h1>
<p>${labels.products}: ${productsLink(category, call)}</p>
${
  mayChange(call) &&
  html`<form class="card narrow" method="post" action="${own('')}">${fieldsView(categoryFields.known, labels.fields, { typed, errors })}
<div class="actions"><button class="button main">${labels.save}</button></div></form>
<section class="card narrow"><h2>${labels.remove}</h2><p>${labels.removeLead}</p>
<form method="post" action="${own('/remove')}">${selectField({ name: 'moveTo', label: labels.moveTo, any: labels.nowhere, choices, value: form?.get('moveTo') ?? '', error: errors['moveTo'] })}
<div class="actions"><button class="button">${labels.remove}</button></div></form></section>`
}`,
  };
}
