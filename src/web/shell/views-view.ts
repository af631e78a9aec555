/** Beside the filters of a list: its saved views, and which columns it has. */
import { may } from '../../people/access/principal.ts';
import { longestViewName, type SavedView } from '../../people/views/saved-views.ts';
import { html, type Html } from '../../platform/text/html.ts';
import { fieldView } from '../form-view.ts';
import { addressOf, at } from '../request-language.ts';
import type { Column } from './list-view.ts';
import type { PageCall } from './page-call.ts';
import { viewPaths } from './view-acts.ts';
import { viewLabels } from './view-labels.ts';

export type ViewedCall = Pick<
  PageCall<unknown>,
  'path' | 'query' | 'language' | 'principal' | 'party' | 'views' | 'hidden'
>;

interface ListLook {
  /** Path of the list. */
  path: string;
  /** Its filters as they would be saved; empty: none. */
  query: string;
  columns: readonly Column[];
}

/** The way to each view; nothing where there is none. */
export function viewsView({ views, language }: ViewedCall, { path, query }: ListLook): Html | null {
  if (views === null || views.length === 0) return null;
  const { views: name, all } = viewLabels[language];
  const link = (to: string, text: string): Html =>
    html`<a href="${at(to === '' ? path : `${path}?${to}`, language)}"${to === query && html` aria-current="true"`}>${text}</a>`;
  return html`<nav class="tabs views" aria-label="${name}">${link('', all)}${views.map((one) => link(one.query, one.name))}</nav>`;
}

/** Saves and removes views, chooses columns; nothing for a list without either. */
export function lookView(call: ViewedCall, look: ListLook): Html | null {
  const { views } = call;
  const columns = look.columns.filter(({ key }) => key !== undefined);
  if (views === null && columns.length === 0) return null;
  return html`<details class="look"><summary>${viewLabels[call.language].look}</summary><div class="card">
${views !== null && saveForm(call, look)}
${views !== null && views.length > 0 && removeForms(views, call, look)}
${columns.length > 0 && columnsForm(columns, call, look)}</div></details>`;
}

/** What every form says: its list, and the address to which it leads back. */
function formOf({ party, query, language }: ViewedCall, { path }: ListLook, act: string, fields: Html): Html {
  const { lang: _lang, ...kept } = query;
  const shown = addressOf('', kept).slice(1);
  return html`<form method="post" action="${at(`${viewPaths[party.side]}${act}`, language)}"><input type="hidden" name="list" value="${path}"><input type="hidden" name="at" value="${shown}">${fields}</form>`;
}

function saveForm(call: ViewedCall, look: ListLook): Html {
  const labels = viewLabels[call.language];
  const fields = html`<input type="hidden" name="query" value="${look.query}">${fieldView({ name: 'name', label: labels.name, attributes: html`required maxlength="${longestViewName}" autocomplete="off"` })}
<label class="choice"><input type="checkbox" name="shared" value="yes" autocomplete="off"> ${labels.shared}</label>
<p class="hint">${labels.saveHint}</p><div class="actions"><button class="button">${labels.keep}</button></div>`;
  return html`<section><h2>${labels.save}</h2>${look.query === '' ? html`<p>${labels.nothing}</p>` : formOf(call, look, '', fields)}</section>`;
}

function removeForms(views: readonly SavedView[], call: ViewedCall, look: ListLook): Html {
  const labels = viewLabels[call.language];
  const mayRemove = ({ isOwn, shared }: SavedView): boolean =>
    isOwn || (shared && may(call.principal, 'team.change', call.party));
  const button = ({ id, name }: SavedView): Html =>
    html`<input type="hidden" name="view" value="${id}"><button class="as-link">${labels.remove}<span class="quiet"> ${name}</span></button>`;
  return html`<section><h2>${labels.views}</h2><ul>${views.map(
    (one) =>
      html`<li><span>${one.name}${one.shared && html` <span class="hint">${labels.by(one.by)}</span>`}</span>${mayRemove(one) && formOf(call, look, '/remove', button(one))}</li>`,
  )}</ul></section>`;
}

function columnsForm(columns: readonly Column[], call: ViewedCall, look: ListLook): Html {
  const labels = viewLabels[call.language];
  const of = columns.map(({ key }) => key).join('.');
  const fields = html`<input type="hidden" name="of" value="${of}">${columns.map(
    ({ key, name }) =>
      html`<label class="choice"><input type="checkbox" name="column" value="${key}" autocomplete="off"${!call.hidden.has(key ?? '') && html` checked`}> ${name}</label>`,
  )}<div class="actions"><button class="button">${labels.show}</button></div>`;
  return html`<section><h2>${labels.columns}</h2>${formOf(call, look, '/columns', fields)}</section>`;
}
