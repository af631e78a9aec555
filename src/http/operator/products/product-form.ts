/** The form of a product. */
import {
  acceptances,
  activationSchemes,
  barcodeKinds,
  mostInOnePurchase,
  type ProductFields,
  type Validity,
} from '../../../catalog/set-product.ts';
import type { Category } from '../../../catalog/find-category.ts';
import type { ProductRead } from '../../../catalog/find-product.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { isEmailAddress } from '../../../platform/values/email-address.ts';
import { roublesFromKopecks } from '../../../platform/values/money.ts';
import { readRoubles } from '../../../platform/values/read-roubles.ts';
import { areaView, fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { selectField } from '../../../web/shell/filters-view.ts';
import { dayIn, idIn } from '../../../web/shell/page-call.ts';
import { productLabels, type ProductLabels } from './labels.ts';

type Edited = Omit<ProductFields, 'switchedOn'>;
export type ProductProblem = { field: string; why: keyof ProductLabels['problems'] };

const texts = [
  'code',
  'brief',
  'www',
  'url',
  'catalogComment',
  'issuerName',
  'issuerAddress',
  'supportPhone',
  'supportUrl',
] as const;
const longestText = 2000;
const longestTerms = 60_000;
const mostDays = 3650;
const mostCategories = 100;

/** The product as stored, as fields of the form. */
export function typedProduct(product: ProductRead): URLSearchParams {
  const typed = new URLSearchParams();
  for (const name of [
    ...texts,
    'title',
    'disclaimer',
    'supportEmail',
    'barcodeKind',
    'barcodeOf',
    'activationScheme',
    'digitalAcceptance',
    'language',
  ] as const)
    typed.set(name, product[name]);
  for (const name of ['codeInLetter', 'deliverBeforeActivation', 'remindBeforeExpiry', 'inParts'] as const)
    if (product[name]) typed.set(name, 'yes');
  typed.set('image', product.images.large);
  for (const id of product.categories) typed.append('categories', String(id));
  typed.set('validity', product.validity.is);
  if (product.validity.is === 'fixed') typed.set('validUntil', product.validity.until);
  if (product.validity.is === 'days') typed.set('validDays', String(product.validity.days));
  typed.set('certificatesInOnePurchase', String(product.certificatesInOnePurchase));
  typed.set('minValidityDays', String(product.minValidityDays));
  typed.set('confirmAbove', confirmAboveText(product));
  typed.set('lowStock', product.lowStock === null ? '' : String(product.lowStock));
  return typed;
}

const confirmAboveText = ({ confirmAboveKopecks: kopecks }: ProductRead): string =>
  kopecks === null ? '' : String(roublesFromKopecks(kopecks));

/** The fields as typed, or the first that is wrong. */
export function readProduct(
  form: URLSearchParams,
  before: ProductRead,
): { fields: Edited } | { wrong: ProductProblem } {
  const text = (name: string, most = longestText): string => (form.get(name) ?? '').trim().slice(0, most);
  const wrong = (field: string, why: ProductProblem['why']) => ({ wrong: { field, why } });
  const count = (name: string): number | null => (/^\d{1,9}$/.test(text(name)) ? Number(text(name)) : null);
  if (text('title') === '') return wrong('title', 'title');
  if (text('supportEmail') !== '' && !isEmailAddress(text('supportEmail')))
    return wrong('supportEmail', 'email');
  const validity = validityIn(form);
  if ('why' in validity) return { wrong: validity };
  const minValidityDays = count('minValidityDays');
  if (minValidityDays === null || minValidityDays > mostDays) return wrong('minValidityDays', 'count');
  const certificatesInOnePurchase = form.has('certificatesInOnePurchase')
    ? count('certificatesInOnePurchase')
    : before.certificatesInOnePurchase;
  if (
    certificatesInOnePurchase === null ||
    certificatesInOnePurchase < 1 ||
    certificatesInOnePurchase > mostInOnePurchase
  )
    return wrong('certificatesInOnePurchase', 'purchase');
  const lowStock = text('lowStock') === '' ? 0 : count('lowStock');
  if (lowStock === null) return wrong('lowStock', 'count');
  const confirmAbove = confirmAboveIn(form, before);
  if ('why' in confirmAbove) return { wrong: confirmAbove };
  const ids = form.getAll('categories').map((id) => idIn(id));
  const categories = ids.filter((id) => id !== null);
  if (categories.length < ids.length || ids.length > mostCategories) return wrong('categories', 'ids');
  const image = text('image');
  const plain = Object.fromEntries(texts.map((name) => [name, text(name)])) as Record<
    (typeof texts)[number],
    string
  >;
  return {
    fields: {
      ...plain,
      title: text('title', 300),
      // Terms are kept as they are stored, but for the line ends of forms.
      disclaimer: (form.get('disclaimer') ?? '').replaceAll('\r\n', '\n').slice(0, longestTerms),
      supportEmail: text('supportEmail'),
      ...(image === before.images.large ? {} : { images: { small: image, medium: image, large: image } }),
      categories,
      validity,
      minValidityDays,
      // Only if it changes: as long as nobody has said it, recipients are not told of one certificate a purchase.
      ...(certificatesInOnePurchase === before.certificatesInOnePurchase
        ? {}
        : { certificatesInOnePurchase }),
      ...confirmAbove,
      lowStock: lowStock === 0 ? null : lowStock,
      barcodeKind: barcodeKinds.find((one) => one === form.get('barcodeKind')) ?? before.barcodeKind,
      barcodeOf: form.get('barcodeOf') === 'pin' ? 'pin' : 'number',
      ...acceptanceIn(form, before),
      activationScheme: activationSchemes.find((one) => one === form.get('activationScheme')) ?? 'none',
      codeInLetter: form.get('codeInLetter') === 'yes',
      deliverBeforeActivation: form.get('deliverBeforeActivation') === 'yes',
      remindBeforeExpiry: form.get('remindBeforeExpiry') === 'yes',
      inParts: form.get('inParts') === 'yes',
      language: form.get('language') === 'en' ? 'en' : 'ru',
    },
  };
}

/** Only if it changes, as imports keep what was set here. */
function acceptanceIn(form: URLSearchParams, before: ProductRead): Pick<Edited, 'digitalAcceptance'> {
  const chosen = acceptances.find((one) => one === form.get('digitalAcceptance'));
  return chosen === undefined || chosen === before.digitalAcceptance ? {} : { digitalAcceptance: chosen };
}

/** Only of choice products the form has it. */
function confirmAboveIn(
  form: URLSearchParams,
  before: ProductRead,
): Pick<Edited, 'confirmAboveKopecks'> | ProductProblem {
  const typed = form.get('confirmAbove')?.trim();
  if (typed === undefined || typed === confirmAboveText(before)) return {};
  const kopecks = typed === '' ? null : readRoubles(typed);
  return kopecks === null && typed !== ''
    ? { field: 'confirmAbove', why: 'sum' }
    : { confirmAboveKopecks: kopecks };
}

function validityIn(form: URLSearchParams): Validity | ProductProblem {
  switch (form.get('validity')) {
    case 'fixed': {
      const until = dayIn(form.get('validUntil'));
      return until === null ? { field: 'validUntil', why: 'day' } : { is: 'fixed', until };
    }
    case 'days': {
      const days = Number(form.get('validDays') ?? '');
      return Number.isInteger(days) && days >= 1 && days <= mostDays
        ? { is: 'days', days }
        : { field: 'validDays', why: 'days' };
    }
    default:
      return { is: 'unlimited' };
  }
}

interface FieldsAsk {
  typed: URLSearchParams;
  errors: FieldErrors;
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

export function productFields(ask: FieldsAsk, language: Language): Html {
  const { typed, errors, isPool } = ask;
  const labels = productLabels[language];
  const { fields, sections } = labels;
  type Name = keyof typeof fields;
  const value = (name: Name): string => typed.get(name) ?? '';
  const line = (name: Name, attributes: Html = html`maxlength="2000" autocomplete="off"`): Html =>
    fieldView({ name, label: fields[name], value: value(name), error: errors[name], attributes });
  const area = (name: Name, rows: number): Html =>
    areaView({
      name,
      label: fields[name],
      value: value(name),
      error: errors[name],
      attributes: html`rows="${rows}"`,
    });
  const check = (name: Name): Html =>
    html`<label class="choice"><input type="checkbox" id="${name}" name="${name}" value="yes"${typed.get(name) === 'yes' && html` checked`}${errors[name] !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`}> ${fields[name]}</label>${errors[name] !== undefined && html`<p class="wrong" id="${name}-error">${errors[name]}</p>`}`;
  const choose = (name: Name, names: Readonly<Record<string, string>>): Html =>
    selectField({
      name,
      label: fields[name],
      value: value(name),
      error: errors[name],
      choices: Object.entries(names).map(([one, text]) => ({ value: one, text })),
    });
  const number = html`inputmode="numeric" maxlength="9" autocomplete="off"`;
  const barcodes = Object.fromEntries(barcodeKinds.map((kind) => [kind, kind]));
  return html`<h3>${sections.texts}</h3>${line('title', html`required maxlength="300" autocomplete="off"`)}${area('brief', 2)}${area('disclaimer', 8)}${line('image')}${categoryChoices(ask, fields.categories)}${line('www')}${line('url')}${line('code', html`maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false"`)}${line('catalogComment')}
<h3>${sections.validity}</h3>${choose('validity', labels.validities)}
<div class="field"><label for="validUntil">${fields.validUntil}</label><input id="validUntil" name="validUntil" type="date" value="${value('validUntil')}"${errors['validUntil'] !== undefined && html` aria-invalid="true" aria-describedby="validUntil-error"`}>${errors['validUntil'] !== undefined && html`<p class="wrong" id="validUntil-error">${errors['validUntil']}</p>`}</div>
${line('validDays', number)}${line('minValidityDays', number)}
<h3>${sections.delivery}</h3>${choose('digitalAcceptance', labels.acceptances)}${line('certificatesInOnePurchase', html`inputmode="numeric" maxlength="3" autocomplete="off"`)}${choose('barcodeKind', barcodes)}${choose('barcodeOf', labels.barcodeOf)}${isPool && choose('activationScheme', labels.activations)}${isPool && check('deliverBeforeActivation')}${isPool && line('lowStock', number)}${check('codeInLetter')}${check('remindBeforeExpiry')}${check('inParts')}${value('digitalAcceptance') === 'exchange' && line('confirmAbove', number)}${choose('language', { ru: 'русский', en: 'English' })}
<h3>${sections.issuer}</h3>${line('issuerName')}${line('issuerAddress')}${line('supportPhone')}${line('supportEmail')}${line('supportUrl')}`;
}
