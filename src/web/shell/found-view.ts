/** What a search has found: as a page, and in the list under the field while somebody types. */
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { at } from '../request-language.ts';
import { shellLabels } from './labels.ts';

/** One of these is shown under the field at the most, whatever was found. */
const mostWhileTyping = 8;

export interface FoundKind {
  /** Over several, and beside each. */
  name: string;
  hits: Hit[];
  /** There may be more of them. */
  isCut?: boolean;
}

export interface Hit {
  text: string;
  /** What tells it from others. */
  note?: Content;
  /** Null: it has no page, or none that this person may see. */
  path: string | null;
}

/** A card for each kind. */
export const foundCards = (kinds: readonly FoundKind[], language: Language): Content =>
  kinds
    .filter(({ hits }) => hits.length > 0)
    .map(
      ({ name, hits, isCut = false }) =>
        html`<section class="card"><h2>${name}</h2><ul>${hits.map((hit) => html`<li>${hitView(hit, language)}</li>`)}</ul>${isCut && html`<p class="hint">${shellLabels[language].foundMore}</p>`}</section>`,
    );

const hitView = ({ text, note, path }: Hit, language: Language): Html =>
  html`${path === null ? text : html`<a href="${at(path, language)}">${text}</a>`}${note !== undefined && html` · ${note}`}`;

/** The list that the script of `search.browser.js` puts under the field: only what can be opened. */
export function foundOptions(kinds: readonly FoundKind[], language: Language): Html {
  const labels = shellLabels[language];
  const options = kinds
    .flatMap(({ name, hits }) => hits.map((hit) => ({ ...hit, name })))
    .filter(({ path }) => path !== null)
    .slice(0, mostWhileTyping);
  return html`<div id="found" role="listbox" aria-label="${labels.found}">${options.map(
    ({ text, note, path, name }, place) =>
      html`<a role="option" id="found-${String(place)}" aria-selected="false" tabindex="-1" href="${at(path ?? '', language)}"><b>${text}</b>${note !== undefined && html` <span>${note}</span>`} <small>${name}</small></a>`,
  )}</div><p>${options.length === 0 ? labels.foundNothingYet : labels.foundSoFar(options.length)}</p>`;
}
