/** The page with the form of a template and its preview. */
import { pagePicturePath } from '../../../certificates/documents/pictures/page-picture.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { greetingRows, shownFields } from '../../../certificates/templates/compose-template.ts';
import { fieldGroups, textFields, type FieldGroup } from '../../../certificates/templates/template-fields.ts';
import { areaView, fieldView, fileView, selectField } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { fieldLabels } from '../field-labels.ts';
import { templateLabels } from '../labels.ts';
import { lookName } from '../look-key.ts';
import { nameOfLook } from '../samples-view.ts';
import { sampleParts } from '../templates-data.ts';
import { editorScript } from './editor-script.ts';
import { groupView, otherPicture, type ShownForm } from './field-views.ts';
import { editorLabels, type EditorLabels } from './labels.ts';
import { namedErrors, unshownField, type EditorData, type FormErrors } from './read-editor.ts';

export interface EditorPlace {
  /** Address of the templates of the product; the form lies below it. */
  path: string;
  language: Language;
  keyring: Pick<Keyring, 'token'>;
}

/** What was typed and what came of it; not given: the form as it was opened. */
export interface TypedEditor {
  typed: URLSearchParams | null;
  errors: FormErrors;
  notice?: ShellPage['notice'];
  /** Somebody else was faster: it can be kept beside theirs. */
  isOvertaken?: boolean;
  /** JSON of the section for programs, with what is wrong with it. */
  json?: { text: string; error: string };
}

const untouched: TypedEditor = { typed: null, errors: {} };

export function editorView(data: EditorData, place: EditorPlace, editor: TypedEditor = untouched): ShellPage {
  const { path, language } = place;
  const labels = editorLabels[language];
  const title = `${labels.title}: ${data.product.title}`;
  const back = at(addressOf(path, { of: lookName(data.base) }), language);
  return {
    title,
    errors: namedErrors(editor.errors, language),
    notice: editor.notice ?? null,
    hasFrames: true,
    scripts: [editorScript],
    main: html`<p><a href="${back}">${templateLabels[language].title}: ${nameOfLook(data.base, language)}</a></p><h1>${title}</h1>
<p class="lead">${labels.lead}</p>
<div class="editor">${formView(data, place, editor)}${previewView(data, place, editor)}</div>
${jsonView(data, place, editor)}`,
  };
}

function formView(data: EditorData, place: EditorPlace, editor: TypedEditor): Html {
  const { path, language } = place;
  const labels = editorLabels[language];
  const { typed, errors, isOvertaken } = editor;
  const form = shownForm(data, place, editor);
  return html`<form class="template-form" id="template-form" method="post" action="${at(`${path}/edit`, language)}" enctype="multipart/form-data"${typed !== null && html` data-typed`}>
<input type="hidden" name="of" value="${lookName(data.base)}">
<p class="to-preview">${previewButton(path, labels, language)} <a href="#preview">${labels.toPreview}</a></p>
${errors[''] !== undefined && html`<p class="wrong" id="${unshownField}-error">${errors['']}</p>`}
${fieldGroups.map((group) => foldedGroup(group, form))}
${fieldView({ name: 'note', label: labels.note, value: typed?.get('note') ?? '', error: errors['note'], attributes: html`maxlength="200" autocomplete="off"` })}
<div class="actions"><button class="button main">${labels.save}</button>${isOvertaken === true && html`<button class="button" name="own" value="yes">${labels.saveOwn}</button>`}</div></form>`;
}

const previewButton = (path: string, { renew }: EditorLabels, language: Language): Html =>
  html`<button class="button" formaction="${at(`${path}/edit/preview`, language)}" formtarget="preview" data-preview>${renew}</button>`;

/** The first is open, and those with something to mend. */
function foldedGroup(group: FieldGroup, form: ShownForm): Html {
  const { language, errors } = form;
  const isWrong = Object.keys(errors).some((field) => groupOf(field) === group);
  return html`<details class="group"${(group === fieldGroups[0] || isWrong) && html` open`}><summary>${fieldLabels[language].groups[group]}</summary>
<p class="hint">${editorLabels[language].hints[group]}</p>
${groupView(group, form)}</details>`;
}

function groupOf(field: string): FieldGroup | null {
  if (field === 'file') return 'picture';
  const first = /^\w+/.exec(field)?.[0];
  return (
    textFields.find(({ name }) => name === field)?.group ??
    fieldGroups.find((group) => group === first) ??
    null
  );
}

function shownForm(
  { template, pictures, product }: EditorData,
  { path, language, keyring }: EditorPlace,
  { typed, errors }: TypedEditor,
): ShownForm {
  const shown = shownFields(template);
  const small = (address: string): string | null =>
    address === '' ? null : pagePicturePath(keyring, address, 340);
  return {
    language,
    errors,
    valueOf: (name) => typed?.get(name) ?? (typed === null ? shown.get(name) : undefined) ?? '',
    greetings: greetingRows(template, typed),
    pictures: pictures.map((address) => ({ address, small: small(address) })),
    productPicture: small(product.images.large),
    uploadTo: at(`${path}/edit/picture`, language),
  };
}

/** Beside the frame, and sent with the form. */
const previewChoice = (name: string, label: string, texts: Record<string, string>, value: string): Html =>
  selectField({
    name,
    label,
    choices: Object.entries(texts).map(([one, text]) => ({ value: one, text })),
    value,
    form: 'template-form',
  });

function previewView({ base, product }: EditorData, place: EditorPlace, { typed }: TypedEditor): Html {
  const { path, language } = place;
  const labels = editorLabels[language];
  const to = typed?.get('show.to') ?? product.language;
  const parts = Object.fromEntries(sampleParts.map((part) => [part, labels.parts[part]]));
  const source = at(
    addressOf(`${path}/look`, { of: lookName(base), scheme: 'light' }),
    to === 'en' ? 'en' : 'ru',
  );
  return html`<section class="preview" id="preview" aria-label="${labels.preview}"><h2>${labels.preview}</h2>
<div class="fields">${previewChoice('show.part', labels.part, parts, typed?.get('show.part') ?? 'page')}
${previewChoice('show.to', labels.to, { ru: 'русский', en: 'English' }, to)}
${previewChoice('show.width', labels.width, labels.widths, typed?.get('show.width') ?? 'phone')}
${previewChoice('show.scheme', labels.scheme, labels.schemes, typed?.get('show.scheme') ?? 'light')}</div>
<p class="quiet" role="status" data-renewed="${labels.renewed}" data-held="${labels.held('{count}')}" data-away="${labels.away}"></p>
<div class="screen" tabindex="0" role="group" aria-label="${labels.frame}"><iframe class="phone" name="preview" src="${source}" title="${labels.frame}" sandbox="allow-same-origin"></iframe></div>
<p><button class="as-link" form="template-form" formaction="${at(`${path}/edit/pdf`, language)}" formtarget="_blank">${labels.pdf}</button></p></section>`;
}

function jsonView(
  { template, base }: EditorData,
  { path, language }: EditorPlace,
  editor: TypedEditor,
): Html {
  const labels = editorLabels[language];
  const stored = template === null ? '' : JSON.stringify(template, null, 2);
  const file = at(addressOf(`${path}/file`, { of: lookName(base) }), language);
  return html`<section class="card" id="json"><details class="more"${editor.json !== undefined && html` open`}><summary>${labels.json}</summary>
<p>${labels.jsonLead}</p><p><a href="${file}" download>${labels.file}</a></p>
<form method="post" action="${at(`${path}/drafts`, language)}" enctype="multipart/form-data"><input type="hidden" name="of" value="${lookName(base)}">
${areaView({ name: 'template', label: labels.pasted, hint: labels.pastedHint, value: editor.json?.text ?? stored, error: editor.json?.error, attributes: html`rows="16" spellcheck="false" autocapitalize="none"` })}
${fileView({ name: 'json-file', label: labels.orFile, attributes: html`accept="application/json,.json"` })}
<div class="actions"><button class="button">${labels.saveFile}</button></div></form></details></section>`;
}

/** The address that was chosen, whether uploaded or typed. */
export function withPicture(typed: URLSearchParams): URLSearchParams {
  if (typed.get('picture') === otherPicture) typed.set('picture', typed.get('picture.other') ?? '');
  return typed;
}
