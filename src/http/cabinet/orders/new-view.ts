import type { CatalogueProduct } from '../../../catalog/catalogue.ts';
import type { OrderPreview } from '../../../orders/acts/preview-order.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { roublesFromKopecks } from '../../../platform/values/money.ts';
import { fieldView, type Field, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { selectField } from '../../../web/shell/filters-view.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { factsView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall } from '../cabinet.ts';
import { newOrderLabels, type NewOrderField } from './new-labels.ts';

/** What was typed, by field. */
export type Typed = Readonly<Record<string, string>>;

const path = '/c/orders/new';
const deliveries = ['email', 'sms', 'link'] as const;

/** The first step: which product. */
export function productView(products: readonly CatalogueProduct[], { language }: CabinetCall): ShellPage {
  const labels = newOrderLabels[language];
  const choices = products.map(({ id, title }) => ({ value: String(id), text: title }));
  const form = html`<section class="card narrow"><form method="get" action="${path}"><input type="hidden" name="lang" value="${language}">
${selectField({ name: 'product', label: labels.product, choices, value: '' })}
<button class="button main">${labels.next}</button></form></section>`;
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>${products.length === 0 ? emptyView(labels.noProducts) : form}`,
  };
}

/** The form itself. */
export function formView(
  product: CatalogueProduct,
  typed: Typed,
  call: CabinetCall,
  { errors = {}, face }: { errors?: FieldErrors; face?: string | undefined },
): ShellPage {
  const { language } = call;
  const labels = newOrderLabels[language];
  const field = (name: NewOrderField, more: Partial<Field> = {}): Html => {
    const hint = labels.hints[name];
    return fieldView({
      name,
      label: labels.fields[name],
      ...(hint !== undefined && { hint }),
      value: typed[name] ?? '',
      error: errors[name],
      ...more,
    });
  };
  const choices = deliveries.map((one) => ({ value: one, text: labels.deliveries[one] }));
  const isMoreWrong = ['from', 'email_from', 'date_send', 'code', 'comment', 'external_id'].some(
    (name) => errors[name] !== undefined,
  );
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<section class="card narrow"><form method="post" action="${at(path, language)}">
<p><b>${product.title}</b> · <a href="${at(path, language)}">${labels.other}</a></p>
<input type="hidden" name="product_id" value="${String(product.id)}"><input type="hidden" name="uuid" value="${typed['uuid']}">
${faceField(product, { ...typed, ...(face !== undefined && { face }) }, errors, call)}
${selectField({ name: 'delivery_type', label: labels.fields.delivery_type, choices, value: typed['delivery_type'] ?? 'email' })}
${field('to', { attributes: html`maxlength="255" autocomplete="off"` })}
${field('email_to', { type: 'email', attributes: html`maxlength="255" autocomplete="off"` })}
${field('to_phone', { type: 'tel', attributes: html`maxlength="20" autocomplete="off"` })}
<div class="field"><label for="text">${labels.fields.text}</label><textarea id="text" name="text" rows="4" maxlength="512"${errors['text'] !== undefined && html` aria-invalid="true" aria-describedby="text-error"`}>${typed['text']}</textarea>${errors['text'] !== undefined && html`<p class="wrong" id="text-error">${errors['text']}</p>`}</div>
<details class="more"${(isMoreWrong || isMoreFilled(typed)) && html` open`}><summary>${labels.more}</summary><div class="fields">
${field('from', { attributes: html`maxlength="255" autocomplete="off"` })}
${field('email_from', { type: 'email', attributes: html`maxlength="255" autocomplete="off"` })}
${field('date_send', { type: 'datetime-local' })}
${field('code', { attributes: html`maxlength="100" autocomplete="off" autocapitalize="characters"` })}
${field('comment', { attributes: html`maxlength="512" autocomplete="off"` })}
${field('external_id', { attributes: html`maxlength="255" autocomplete="off"` })}
</div></details>
<div><label class="choice"><input type="checkbox" name="testmode" value="yes" aria-describedby="testmode-hint"${typed['testmode'] === 'yes' && html` checked`}> ${labels.testmode}</label><p class="hint" id="testmode-hint">${labels.testHint}</p></div>
<button class="button main" name="step" value="check">${labels.check}</button>
</form></section>`,
  };
}

const isMoreFilled = (typed: Typed): boolean =>
  ['from', 'email_from', 'date_send', 'code', 'comment', 'external_id'].some(
    (name) => (typed[name] ?? '') !== '',
  );

const roubles = (kopecks: number): string => String(roublesFromKopecks(kopecks));

/** One of the fixed faces, or any sum where the product has a free amount. */
function faceField(
  product: CatalogueProduct,
  typed: Typed,
  errors: FieldErrors,
  { language }: CabinetCall,
): Html {
  const labels = newOrderLabels[language];
  const { facesKopecks, isFree, leastKopecks, mostKopecks } = product;
  const [label, value, error] = [labels.fields.face, typed['face'] ?? '', errors['face']];
  if (!isFree) {
    const choices = facesKopecks.map((face) => ({ value: roubles(face), text: formatFace(face, language) }));
    return selectField({ name: 'face', label, choices, value, error });
  }
  return html`${fieldView({
    name: 'face',
    label,
    hint: labels.between(formatFace(leastKopecks, language), formatFace(mostKopecks, language)),
    value,
    error,
    attributes: html`inputmode="decimal" maxlength="20" autocomplete="off" list="faces" required`,
  })}<datalist id="faces">${facesKopecks.map((face) => html`<option value="${roubles(face)}"></option>`)}</datalist>`;
}

/** The last step: what it costs and what the recipient gets. */
export function previewView(
  product: CatalogueProduct,
  typed: Typed,
  preview: Extract<OrderPreview, { is: 'right' }>,
  { language }: CabinetCall,
): ShellPage {
  const labels = newOrderLabels[language];
  const { ask, sumKopecks, availableKopecks, letter } = preview;
  const hidden = Object.entries({ ...typed, product_id: String(product.id) }).filter(
    ([, value]) => value !== '',
  );
  const isShort = availableKopecks !== null && availableKopecks < sumKopecks;
  const to = [ask.recipientName, ask.emailTo, ask.toPhone].filter((one) => one !== '').join(', ');
  const cost: (readonly [string, Content])[] =
    availableKopecks === null
      ? [[labels.price, labels.free]]
      : [
          [labels.price, formatFace(sumKopecks, language)],
          [labels.available, formatFace(availableKopecks, language)],
        ];
  return {
    title: labels.preview,
    ...(isShort && { notice: { kind: 'no', text: labels.shortOf } as const }),
    main: html`<h1>${labels.preview}</h1>
<section class="card">${factsView([[labels.product, product.title], [labels.fields.face, formatFace(ask.faceKopecks, language)], ...cost, to === '' ? null : [labels.fields.to, to]])}
<form method="post" action="${at(path, language)}">${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions"><button class="button main" name="step" value="place">${ask.testmode ? labels.placeTest : labels.place}</button><button class="button" name="step" value="change">${labels.change}</button></div></form></section>
<section class="card"><h2>${labels.letter}</h2>${letter === null ? html`<p>${labels.noLetter}</p>` : html`<p><b>${letter.subject}</b></p><pre tabindex="0">${letter.text}</pre><p class="hint">${labels.letterNote}</p>`}</section>`,
  };
}
