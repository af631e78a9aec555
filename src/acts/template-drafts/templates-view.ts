import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { areaView, type FieldErrors } from '../../web/form-view.ts';
import { addressOf, at } from '../../web/request-language.ts';
import { tableView } from '../../web/shell/list-view.ts';
import { momentView } from '../../web/shell/parts-view.ts';
import type { ShellPage } from '../../web/shell/send-shell-page.ts';
import type { TemplateVersion } from '../../certificates/templates/list-templates.ts';
import { longestComment } from './comments.ts';
import { differencesView } from './differences-view.ts';
import type { TemplateDraft } from './draft.ts';
import { templateLabels, type TemplateLabels } from './labels.ts';
import { lookName, readLookName } from './look-key.ts';
import { chooseForm, nameOfLook, samplesView } from './samples-view.ts';
import type { TemplatesData } from './templates-data.ts';
import { noteText } from '../../certificates/templates/version-notes.ts';

/** Who looks, and from where. */
export interface TemplatesPlace {
  /** Address of the page; acts and samples lie below it. */
  path: string;
  language: Language;
  /** Both write drafts; the supplier agrees, the operator puts them in force; null: only looks. */
  acts: 'supplier' | 'operator' | null;
  back: Html;
}

export interface TypedTemplate {
  errors: FieldErrors;
  form: URLSearchParams | null;
}

/** The looks of a product: samples, what is said of them, and what comes of them. */
export function templatesView(
  data: TemplatesData,
  place: TemplatesPlace,
  { errors, form }: TypedTemplate = { errors: {}, form: null },
): ShellPage {
  const { path, language, acts, back } = place;
  const labels = templateLabels[language];
  return {
    title: `${labels.title}: ${data.product.title}`,
    errors,
    hasFrames: true,
    main: html`<p>${back}</p><h1>${labels.title}: ${data.product.title}</h1><p class="lead">${labels.lead}</p>
${chooseForm(data, path, language)}
${acts !== null && editLink(data, place)}
${samplesView(data, path, language)}
${differencesView(data, language)}
${historyCard(data, place)}
${commentsCard(data, place, { errors, form })}`,
  };
}

/** The form is opened on the look that is shown. */
function editLink({ seen }: TemplatesData, { path, language, acts }: TemplatesPlace): Html {
  const labels = templateLabels[language];
  const of = lookName(seen[0]?.key ?? { is: 'current' });
  return html`<p><a class="button main" href="${at(addressOf(`${path}/edit`, { of }), language)}">${acts === 'supplier' ? labels.propose : labels.edit}</a></p>`;
}

function historyCard({ drafts, versions }: TemplatesData, place: TemplatesPlace): Html | null {
  const { language } = place;
  const labels = templateLabels[language];
  if (drafts.length === 0 && versions.length === 0) return null;
  return html`<section class="card" id="history"><h2>${labels.history}</h2>
${tableView({
  caption: labels.history,
  leads: 0,
  columns: [
    { name: labels.look },
    { name: labels.since },
    { name: labels.by },
    { name: labels.note },
    ...(place.acts === null ? [] : [{ name: labels.decide }]),
  ],
  rows: [
    ...drafts.map((draft) => draftRow(draft, place, labels)),
    ...versions.map((version) => versionRow(version, place, labels)),
  ],
})}</section>`;
}

const stateView = (text: string, look: 'yes' | 'note' | '' = ''): Html =>
  html` <span class="state${look !== '' && html` ${look}`}">${text}</span>`;

const lookLink = (name: string, { path, language }: TemplatesPlace): Html =>
  html`<a href="${at(addressOf(path, { of: name }), language)}">${nameOfLook(readLookName(name), language)}</a>`;

const button = (place: TemplatesPlace, act: string, value: string, text: string, look = ''): Html =>
  html`<form method="post" action="${at(`${place.path}/${act}`, place.language)}"><input type="hidden" name="look" value="${value}"><button class="as-link${look}">${text}<span class="quiet"> ${nameOfLook(readLookName(value), place.language)}</span></button></form>`;

function draftRow(draft: TemplateDraft, place: TemplatesPlace, labels: TemplateLabels): Html[] {
  const { states } = labels;
  const name = lookName({ is: 'draft', id: draft.id });
  const isOpen = draft.endedAt === null;
  const state = isOpen
    ? draft.agreedBy === null
      ? stateView(states.draft)
      : html`${stateView(states.agreed, 'yes')} ${draft.agreedBy}`
    : endedState(draft, place, labels);
  return [
    html`<span>${isOpen ? lookLink(name, place) : nameOfLook({ is: 'draft', id: draft.id }, place.language)}${state}</span>`,
    momentView(draft.createdAt, place.language),
    html`<span>${draft.byName} <span class="hint">${labels.sides[draft.bySide]}</span></span>`,
    html`${draft.note || '–'}`,
    ...(place.acts === null ? [] : [isOpen ? draftActs(draft, place, labels) : html``]),
  ];
}

function endedState(
  { version, replacedBy }: TemplateDraft,
  { language }: TemplatesPlace,
  { states }: TemplateLabels,
): Html {
  if (replacedBy !== null)
    return html`${stateView(states.replaced)} ${nameOfLook({ is: 'draft', id: replacedBy }, language)}`;
  return stateView(version === null ? states.discarded : states.became);
}

/** The operator decides; the supplier agrees to what the operator wrote, and takes back what its own people did. */
function draftActs(
  { id, agreedBy, bySide }: TemplateDraft,
  place: TemplatesPlace,
  labels: TemplateLabels,
): Html {
  const name = lookName({ is: 'draft', id });
  if (place.acts === 'operator')
    return html`<div class="inline">${button(place, 'use', name, labels.put)}${button(place, 'discard', name, labels.discard)}</div>`;
  return html`<div class="inline">${agreedBy === null && button(place, 'agree', name, labels.agree)}${bySide === 'supplier' && button(place, 'discard', name, labels.withdraw)}</div>`;
}

function versionRow(one: TemplateVersion, place: TemplatesPlace, labels: TemplateLabels): Html[] {
  const { states } = labels;
  const name = lookName({ is: 'version', version: one.version });
  return [
    html`<span>${lookLink(name, place)}${one.inForce ? stateView(states['in-force'], 'yes') : stateView(states.earlier)}</span>`,
    momentView(one.createdAt, place.language),
    html`–`,
    html`${noteText(one.note, place.language) || '–'}`,
    ...(place.acts === null
      ? []
      : [place.acts === 'operator' && !one.inForce ? button(place, 'use', name, labels.put) : html``]),
  ];
}

function commentsCard({ comments, seen }: TemplatesData, place: TemplatesPlace, typed: TypedTemplate): Html {
  const { language, path } = place;
  const labels = templateLabels[language];
  const [first] = seen;
  const about = typed.form?.get('look') ?? (first === undefined ? 'current' : lookName(first.key));
  return html`<section class="card" id="comments"><h2>${labels.comments}</h2>
${
  comments.length === 0
    ? html`<p class="muted">${labels.noComments}</p>`
    : html`<ul class="rows">${comments.map(
        (one) =>
          html`<li><p><b>${one.byName}</b> <span class="hint">${labels.sides[one.side]} · ${momentView(one.at, language)} · ${lookLink(one.about, place)}</span></p><p class="typed">${one.text}</p></li>`,
      )}</ul>`
}
${
  place.acts !== null &&
  html`<form class="narrow" method="post" action="${at(`${path}/comments`, language)}"><input type="hidden" name="look" value="${about}">
${areaView({ name: 'text', label: `${labels.comment}: ${nameOfLook(readLookName(about), language)}`, value: typed.form?.get('text') ?? '', error: typed.errors['text'], attributes: html`rows="3" required maxlength="${longestComment}"` })}
<div class="actions"><button class="button">${labels.send}</button></div></form>`
}</section>`;
}
