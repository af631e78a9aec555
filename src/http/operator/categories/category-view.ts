/** `/o/categories` and one of them. */
import type { Category } from '../../../catalog/find-category.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { fieldsView, typedOf } from '../../../web/form/fields.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { selectField } from '../../../web/shell/filters-view.ts';
import { emptyView, tableView } from '../../../web/shell/list-view.ts';
import { sortedBy, type SortKeys } from '../../../web/shell/sorting.ts';
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
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${categories.length === 0 ? emptyView(labels.none) : html`<section class="card">${tableOf(categories, call)}</section>`}
${
  mayChange(call) &&
  html`<section class="card"><details class="more"${(form !== null || categories.length === 0) && html` open`}><summary>${labels.addTitle}</summary>
<form class="narrow" method="post" action="${at(path, language)}">${fieldsView(categoryFields.new, labels.fields, { typed: form ?? new URLSearchParams(), errors })}
<div class="actions"><button class="button main">${labels.add}</button></div></form></details></section>`
}`,
  };
}

const sortKeys: SortKeys<Category> = {
  id: ({ id }) => id,
  name: ({ title }) => title,
  nameEn: ({ titleEn }) => titleEn,
  code: ({ code }) => code,
  order: ({ sort }) => sort,
  products: ({ products }) => products,
};

function tableOf(categories: readonly Category[], call: OperatorCall): Html {
  const { language } = call;
  const labels = categoryLabels[language];
  const { fields } = labels;
  return tableView({
    caption: labels.title,
    leads: 1,
    phone: ['end', 'start', 'line', 'half', 'half', 'half'],
    columns: [
      { name: fields.id, sort: 'id' },
      { name: fields.title, sort: 'name' },
      { name: fields.titleEn, sort: 'nameEn' },
      { name: fields.code, sort: 'code' },
      { name: fields.sort, look: 'sum', sort: 'order' },
      { name: labels.products, look: 'sum', sort: 'products' },
    ],
    sorting: { call, path },
    rows: sortedBy(categories, sortKeys, call).map((one) => [
      String(one.id),
      html`<a href="${at(`${path}/${one.id}`, language)}">${one.title}</a>`,
      one.titleEn || '–',
      one.code || '–',
      String(one.sort),
      productsLink(one, call),
    ]),
  });
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
