import type { CatalogueProduct } from '../../../catalog/catalogue.ts';
import type { RightPreview } from '../../../orders/acts/preview-order.ts';
import type { OrderAsk } from '../../../orders/order-ask.ts';
import type { EarlierRecipient } from '../../../orders/search/earlier-recipients.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { roublesFromKopecks } from '../../../platform/values/money.ts';
import { fieldsView } from '../../../web/form/fields.ts';
import { areaView, type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { factsView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall } from '../cabinet.ts';
import { pictureView } from '../catalogue/goods-view.ts';
import { orderParts } from './new-fields.ts';
import { newOrderLabels } from './new-labels.ts';
import { addressOf, mostRecipients } from './recipients.ts';

/** What was typed, by field. */
export type Typed = Readonly<Record<string, string>>;

const path = '/c/orders/new';
export const longestOthers = 20_000;

interface FormData {
  product: CatalogueProduct;
  typed: Typed;
  earlier: readonly EarlierRecipient[];
  errors: FieldErrors;
}

/** The form itself. */
export function formView({ product, typed, earlier, errors }: FormData, call: CabinetCall): ShellPage {
  const { language } = call;
  const labels = newOrderLabels[language];
  const shown = { typed: new URLSearchParams({ delivery_type: 'email', ...typed }), errors };
  const part = (name: keyof typeof orderParts): Html => fieldsView(orderParts[name], labels.fields, shown);
  const isMoreOpen = Object.keys(orderParts.more).some(
    (name) => errors[name] !== undefined || (typed[name] ?? '') !== '',
  );
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<section class="card narrow"><form method="post" action="${at(path, language)}">
<div class="chosen">${pictureView(product, call)}<p><b>${product.title}</b><br><a href="${at(path, language)}">${labels.other}</a></p></div>
<input type="hidden" name="product_id" value="${String(product.id)}"><input type="hidden" name="uuid" value="${typed['uuid']}">
${faceField(product, typed, errors, call)}
${part('delivery')}
<fieldset><legend>${labels.recipient}</legend><div class="fields">
${part('recipient')}
${othersView(typed, errors, call)}
${earlier.length > 0 && earlierView(earlier, typed, call)}
</div></fieldset>
${part('greeting')}
<details class="more"${isMoreOpen && html` open`}><summary>${labels.more}</summary><div class="fields">${part('more')}</div></details>
<div><label class="choice"><input type="checkbox" name="testmode" value="yes" aria-describedby="testmode-hint"${typed['testmode'] === 'yes' && html` checked`}> ${labels.testmode}</label><p class="hint" id="testmode-hint">${labels.testHint}</p></div>
<button class="button main" name="step" value="check">${labels.check}</button>
</form></section>`,
  };
}

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

function othersView(typed: Typed, errors: FieldErrors, { language }: CabinetCall): Html {
  const labels = newOrderLabels[language];
  const [value, error] = [typed['others'] ?? '', errors['others']];
  return html`<details class="more"${(value !== '' || error !== undefined) && html` open`}><summary>${labels.others}</summary>
${areaView({ name: 'others', label: labels.others, hint: labels.othersHint(mostRecipients), value, error, attributes: html`rows="4" maxlength="${longestOthers}" autocomplete="off" spellcheck="false"` })}</details>`;
}

function earlierView(earlier: readonly EarlierRecipient[], typed: Typed, { language }: CabinetCall): Html {
  const labels = newOrderLabels[language];
  const ticked = (typed['again'] ?? '').split(',');
  return html`<details class="more"${typed['again'] !== undefined && typed['again'] !== '' && html` open`}><summary>${labels.earlier}</summary>
<div>${earlier.map(
    (one) =>
      html`<label class="choice"><input type="checkbox" name="again" value="${one.requestId}" autocomplete="off"${ticked.includes(String(one.requestId)) && html` checked`}> <span>${[one.name, addressOf(one)].filter((text) => text !== '').join(', ')}</span></label>`,
  )}</div></details>`;
}

/** The last step: what it costs and what the recipient gets. */
export function previewView(
  { product, typed }: Pick<FormData, 'product' | 'typed'>,
  preview: RightPreview,
  { language }: CabinetCall,
): ShellPage {
  const labels = newOrderLabels[language];
  const { asks, sumKopecks, availableKopecks, letter } = preview;
  const isTest = availableKopecks === null;
  const hidden = Object.entries({ ...typed, product_id: String(product.id) })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const isShort = availableKopecks !== null && availableKopecks < sumKopecks;
  const faceKopecks = asks[0]?.faceKopecks ?? 0;
  const place = asks.length > 1 ? labels.placeMany(asks.length) : isTest ? labels.placeTest : labels.place;
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
    hasFrames: letter !== null,
    scripts: letter === null ? [] : [letterScript],
    main: html`<h1>${labels.preview}</h1>
<section class="card">${factsView([[labels.product, product.title], [labels.fields.face, formatFace(faceKopecks, language)], ...cost, recipientsFact(asks, language)])}
<form method="post" action="${at(path, language)}">${hidden}
<div class="actions"><button class="button main" name="step" value="place">${place}</button><button class="button" name="step" value="change">${labels.change}</button></div></form></section>
<section class="card"><h2>${labels.letter}</h2>${letter === null ? html`<p>${labels.noLetter}</p>` : letterView(letter, hidden, language)}</section>`,
  };
}

/** What is sent stands in no address, so a form fills the frame; a script presses its button for whoever unfolds it. */
function letterView(
  { subject, text }: NonNullable<RightPreview['letter']>,
  hidden: readonly Html[],
  language: Language,
): Html {
  const labels = newOrderLabels[language];
  return html`<p><b>${subject}</b></p><pre tabindex="0">${text}</pre>
<details id="letter-look"><summary>${labels.look}</summary><form method="post" action="${at(`${path}/letter`, language)}" target="letter">${hidden}<button class="button">${labels.showLook}</button></form>
<iframe class="letter" name="letter" title="${labels.letter}"></iframe></details>
<p class="hint">${labels.letterNote}</p>`;
}

const letterScript = `
const look = document.getElementById('letter-look');
look.querySelector('button').hidden = true;
look.addEventListener('toggle', () => look.querySelector('form').requestSubmit(), { once: true });
`;

/** Null: its link is all that is wanted. */
function recipientsFact(asks: readonly OrderAsk[], language: Language): readonly [string, Content] | null {
  const labels = newOrderLabels[language];
  const lines = asks
    .map(({ recipientName, emailTo, toPhone }) => [recipientName, emailTo, toPhone])
    .map((parts) => parts.filter((part) => part !== '').join(', '));
  const [first = ''] = lines;
  if (lines.length === 1) return first === '' ? null : [labels.recipient, first];
  return [
    labels.recipients(lines.length),
    html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`,
  ];
}
