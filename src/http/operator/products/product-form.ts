/** The form of a product: what is typed for one, and what is made of it. */
import type { ProductFields, Validity } from '../../../catalog/set-product.ts';
import type { Category } from '../../../catalog/find-category.ts';
import type { ProductRead } from '../../../catalog/find-product.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import {
  fieldsView,
  readForm,
  typedOf,
  wrongAt,
  type ShownForm,
  type ValuesOf,
} from '../../../web/form/fields.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { dayIn, idIn, integerIdIn } from '../../../web/shell/page-call.ts';
import type { OperatorCall } from '../operator.ts';
import { productLabels, type ProductLabels } from './labels.ts';
import { mostDays, productFields, productSections } from './product-fields.ts';

const mostCategories = 100;

/** The product as stored, as fields of the form. */
export function typedProduct({ validity, images, ...product }: ProductRead): URLSearchParams {
  const typed = typedOf(productFields, {
    ...product,
    image: images.large,
    validity: validity.is,
    validUntil: validity.is === 'fixed' ? validity.until : '',
    validDays: validity.is === 'days' ? String(validity.days) : '',
  });
  for (const id of product.categories) typed.append('categories', String(id));
  return typed;
}

/** Imports keep what was set here: it is set only if it changes. */
const ifChanged = ['digitalAcceptance', 'certificatesInOnePurchase', 'confirmAboveKopecks'] as const;

type Edited = Omit<ProductFields, 'switchedOn'>;

/** The fields as typed, or what is wrong with them. */
export function readProduct(
  call: OperatorCall,
  before: ProductRead,
): { fields: Edited } | { errors: FieldErrors } {
  const { fields: texts, problems } = productLabels[call.language];
  // A form need not have these.
  const { digitalAcceptance, certificatesInOnePurchase, confirmAboveKopecks, barcodeKind } = before;
  const stored = { digitalAcceptance, certificatesInOnePurchase, confirmAboveKopecks, barcodeKind };
  const read = readForm(productFields, texts, call, stored);
  const validity = validityOf('errors' in read ? read.right : read.values);
  const ids = call.form.getAll('categories').map((id) => integerIdIn(id));
  const categories = ids.filter((id) => id !== null);
  const errors = {
    ...('errors' in read && read.errors),
    ...(typeof validity === 'string' && wrongAt(productFields, texts, [validity])),
    ...((categories.length < ids.length || ids.length > mostCategories) && { categories: problems.ids }),
  };
  if ('errors' in read || typeof validity === 'string' || Object.keys(errors).length > 0) return { errors };
  const { image, validUntil: _until, validDays: _days, lowStock, ...values } = read.values;
  const fields: Edited = { ...values, validity, categories, lowStock: lowStock === 0 ? null : lowStock };
  for (const name of ifChanged) if (fields[name] === before[name]) delete fields[name];
  if (image !== before.images.large) fields.images = { small: image, medium: image, large: image };
  return { fields };
}

type TypedValidity = Pick<ValuesOf<typeof productFields>, 'validity' | 'validUntil' | 'validDays'>;

/** Or the field that is wrong. */
function validityOf({
  validity: is = 'unlimited',
  validUntil = '',
  validDays = '',
}: Partial<TypedValidity>): Validity | 'validUntil' | 'validDays' {
  switch (is) {
    case 'fixed': {
      const until = dayIn(validUntil);
      return until === null ? 'validUntil' : { is, until };
    }
    case 'days': {
      const days = idIn(validDays);
      return days !== null && days <= mostDays ? { is, days } : 'validDays';
    }
    case 'unlimited':
      return { is };
  }
}

interface FieldsAsk extends ShownForm {
  isPool: boolean;
  categories: readonly Category[];
}

/** A product may be in a category that nobody has named yet. */
function categoryChoices({ typed, errors, categories }: FieldsAsk, label: string): Html {
  const chosen = typed.getAll('categories');
  const unnamed = chosen
    .filter((id) => !categories.some((one) => String(one.id) === id))
    .map((id) => ({ id, title: id }));
  return html`<fieldset class="field" id="categories"><legend>${label}</legend>${[
    ...categories,
    ...unnamed,
  ].map(
    ({ id, title }) =>
      html`<label class="choice"><input type="checkbox" name="categories" value="${id}"${chosen.includes(String(id)) && html` checked`}> ${title}</label>`,
  )}${errors['categories'] !== undefined && html`<p class="wrong">${errors['categories']}</p>`}</fieldset>`;
}

export function productFieldsView(ask: FieldsAsk, labels: ProductLabels): Html {
  const { sections } = labels;
  const fields = (name: keyof typeof productSections): Html =>
    fieldsView(productSections[name], labels.fields, ask);
  const isChoice = ask.typed.get('digitalAcceptance') === 'exchange';
  return html`<h3>${sections.texts}</h3>${fields('texts')}${categoryChoices(ask, labels.categories)}${fields('catalogue')}
<h3>${sections.validity}</h3>${fields('validity')}
<h3>${sections.delivery}</h3>${fields('delivery')}${ask.isPool && fields('ofPool')}${fields('flags')}${isChoice && fields('ofChoice')}${fields('language')}
<h3>${sections.issuer}</h3>${fields('issuer')}`;
}
