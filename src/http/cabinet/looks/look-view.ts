/** `/c/look/:look`: one look, as a form while it is a draft, and as recipients would see it. */
import type { GiftView } from '../../../certificates/certificate.ts';
import { lookLabels, lookName } from '../../../acts/looks/labels.ts';
import { sampleKinds, sampleSubject, sampleText, type SampleKind } from '../../../acts/looks/samples.ts';
import { siteName, type LookField } from '../../../certificates/looks/client-look.ts';
import { longest } from '../../../certificates/looks/judge-look.ts';
import type { KeptLook } from '../../../certificates/looks/look-rows.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { fieldsView } from '../../../web/form/fields.ts';
import { line } from '../../../web/form/kinds.ts';
import { colourView, fileView, type FieldErrors } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall } from '../cabinet.ts';
import { cabinetLookLabels } from './labels.ts';

export interface LookPage {
  look: KeptLook;
  sample: GiftView;
}

export function lookView(page: LookPage, call: CabinetCall, errors: FieldErrors = {}): ShellPage {
  const { language } = call;
  const { look } = page;
  const labels = cabinetLookLabels[language];
  const title = lookName(look.campaign, language);
  const isDraft = look.state === 'draft';
  return {
    title,
    errors,
    hasFrames: true,
    scripts: isDraft ? [previewScript] : [],
    main: html`<p><a href="${at('/c/look', language)}">${labels.title}</a></p>
<h1>${title}</h1>
<p class="lead">${lookLabels[language].states[look.state]}${look.reason !== '' && html`. ${labels.reason(look.reason)}`}</p>
<div class="with-sample"><div class="stack">
${isDraft ? html`${logoCard(look, call, errors)}${formCard(look, call, errors)}` : saidCard(look, call)}
${actsCard(look, call)}
</div>
${previewCard(page, call)}</div>`,
  };
}

const pathOf = (look: KeptLook): string => `/c/look/${look.id}`;

function logoCard(look: KeptLook, { language }: CabinetCall, errors: FieldErrors): Html {
  const labels = cabinetLookLabels[language];
  const { logo } = lookLabels[language];
  return html`<section class="card"><h2>${logo}</h2><p>${labels.logoLead}</p>
<form method="post" action="${at(`${pathOf(look)}/logo`, language)}" enctype="multipart/form-data">
${fileView({ name: 'logo', label: logo, hint: labels.logoFirst, error: errors['logo'], attributes: html`accept="image/png,image/jpeg,image/webp" required` })}
<div class="actions"><button class="button">${labels.upload}</button></div></form>
${look.hasLogo && html`<form method="post" action="${at(`${pathOf(look)}/no-logo`, language)}"><button class="as-link">${labels.removeLogo}</button></form>`}</section>`;
}

const inputs = html`autocomplete="off" autocapitalize="none" spellcheck="false"`;
const area = (field: LookField) => line({ most: longest[field], rows: 3, attributes: null });

const words = {
  senderName: line({ most: longest.senderName }),
  greetingRu: area('greetingRu'),
  greetingEn: area('greetingEn'),
  footerRu: area('footerRu'),
  footerEn: area('footerEn'),
};

const contacts = {
  supportPhone: line({ most: longest.supportPhone, attributes: html`autocomplete="off" inputmode="tel"` }),
  supportEmail: line({ most: longest.supportEmail, attributes: html`inputmode="email" ${inputs}` }),
  site: line({ most: longest.site, attributes: html`inputmode="url" ${inputs}` }),
};

function formCard(look: KeptLook, { language, form }: CabinetCall, errors: FieldErrors): Html {
  const labels = cabinetLookLabels[language];
  const texts = { ...labels, ...lookLabels[language].fields };
  const kept = { ...look.fields, site: siteName(look.fields.site) };
  const typed = new URLSearchParams(form);
  for (const [name, value] of Object.entries(kept)) if (!typed.has(name)) typed.set(name, value);
  const colour = (name: 'accent' | 'paper', hint: { hint?: string }): Html =>
    colourView({
      name,
      label: texts[name],
      ...hint,
      value: typed.get(name) ?? '',
      error: errors[name],
      palette: labels.palette(texts[name]),
      attributes: html`maxlength="${longest[name]}"`,
    });
  return html`<section class="card"><form id="look" method="post" action="${at(`${pathOf(look)}/save`, language)}"><input type="hidden" name="typed" value="1">
<h2>${labels.words}</h2>${fieldsView(words, texts, { typed, errors })}
<p class="hint">${labels.contacts}</p>${fieldsView(contacts, texts, { typed, errors })}
<h2>${labels.colours}</h2>${colour('accent', { hint: labels.accentHint })}${colour('paper', {})}
<div class="actions"><button class="button main">${labels.save}</button><button class="button" name="next" value="propose">${labels.propose}</button></div></form></section>`;
}

function saidCard(look: KeptLook, { language }: CabinetCall): Html {
  const labels = cabinetLookLabels[language];
  const { fields } = lookLabels[language];
  const said = Object.entries(look.fields).filter(([, text]) => text !== '');
  return html`<section class="card">${factsView([
    ...said.map(
      ([field, text]) => [fields[field as LookField], html`<span class="typed">${text}</span>`] as const,
    ),
    look.decidedAt === null ? null : [labels.decidedBy, momentView(look.decidedAt, language)],
  ])}</section>`;
}

function actsCard(look: KeptLook, { language }: CabinetCall): Html {
  const labels = cabinetLookLabels[language];
  const act = (name: string, text: string): Html =>
    html`<form method="post" action="${at(`${pathOf(look)}/${name}`, language)}"><button class="button">${text}</button></form>`;
  const change = html`<form method="post" action="${at('/c/look/begin', language)}"><input type="hidden" name="campaign" value="${look.campaign}"><input type="hidden" name="like" value="${look.id}"><button class="button">${labels.change}</button></form>`;
  const acts = {
    draft: act('discard', labels.discard),
    proposed: act('back', labels.takeBack),
    approved: html`${change}${act('withdraw', labels.withdraw)}`,
    declined: change,
    withdrawn: change,
    replaced: change,
  };
  return html`<div class="actions">${acts[look.state]}</div>`;
}

/** The fields belong to the form beside it, which fills the frame with what is typed; without a script by its own button. */
function previewCard({ look, sample }: LookPage, call: CabinetCall): Html {
  const { language, query } = call;
  const labels = cabinetLookLabels[language];
  const { kinds, frame } = lookLabels[language];
  const isDraft = look.state === 'draft';
  const to = sample.language;
  const source = `${pathOf(look)}/sample`;
  const kind = sampleKinds.find((one) => one === query['view']) ?? 'phone';
  const form = isDraft ? html` form="look"` : null;
  const button = isDraft
    ? html`<button class="button" form="look" formmethod="get" formaction="${source}" formtarget="sample" formnovalidate data-show>${labels.show}</button>`
    : html`<button class="button">${labels.show}</button>`;
  const choices = html`<fieldset class="choices"><legend>${labels.kind}</legend>${sampleKinds.map((one) => choice('view', one, kinds[one], one === kind, form))}</fieldset>
<fieldset class="choices"><legend>${labels.language}</legend>${(['ru', 'en'] as const).map((one) => choice(isDraft ? 'lang' : 'to', one, one === 'ru' ? 'русский' : 'English', one === to, form))}</fieldset>
${button}`;
  return html`<section class="card look-sample" aria-labelledby="preview-title"><h2 id="preview-title">${labels.preview}</h2>
${isDraft ? html`<p class="hint">${labels.previewNote}</p>${choices}` : html`<form method="get" action="${pathOf(look)}"><input type="hidden" name="lang" value="${language}">${choices}</form>`}
<div class="screen"><iframe name="sample" src="${at(addressOf(source, { view: kind }), to)}" title="${frame}"></iframe></div>
<dl class="facts"><div><dt>${labels.subject}</dt><dd>${sampleSubject(sample)}</dd></div><div><dt>${labels.text}</dt><dd>${sampleText(sample)}</dd></div></dl>
<p><a href="${at(`${pathOf(look)}/pdf`, to)}" download>${labels.pdf}</a></p></section>`;
}

const choice = (
  name: string,
  value: SampleKind | 'ru' | 'en',
  text: string,
  isChosen: boolean,
  form: Html | null,
): Html =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}"${isChosen && html` checked`}${form}> ${text}</label>`;

/** Shows what is typed a moment later; `replace` leaves nothing in the history. */
const previewScript = `
const form = document.getElementById('look');
const show = document.querySelector('[data-show]');
const frame = document.querySelector('iframe[name=sample]');
show.hidden = true;
let timer;
const later = (event) => {
  if (event.target.form !== form || event.target.type === 'color') return;
  clearTimeout(timer);
  timer = setTimeout(() => frame.contentWindow.location.replace(show.formAction + '?' + new URLSearchParams(new FormData(form))), event.target.type === 'radio' ? 0 : 500);
};
for (const picker of document.querySelectorAll('[data-for]')) {
  const field = document.getElementById(picker.dataset.for);
  const follow = () => { if (/^#[0-9a-f]{6}$/i.test(field.value)) picker.value = field.value; };
  picker.hidden = false;
  follow();
  field.addEventListener('input', follow);
  picker.addEventListener('input', () => {
    field.value = picker.value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
document.addEventListener('input', later);
`;
