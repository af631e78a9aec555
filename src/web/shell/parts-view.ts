import { html, type Content, type Html } from '../../platform/text/html.ts';
import { formatExactMoment, formatShortMoment } from '../../platform/text/formats.ts';
import type { Language } from '../../platform/text/language.ts';
import { at } from '../request-language.ts';

/** A Moscow date and time, readable for programs too. */
export const momentView = (instant: Date, language: Language): Html =>
  html`<time datetime="${instant.toISOString()}">${formatShortMoment(instant, language)}</time>`;

/** The same to the second, where one thing follows another. */
export const exactMomentView = (instant: Date, language: Language): Html =>
  html`<time datetime="${instant.toISOString()}">${formatExactMoment(instant, language)}</time>`;

/** The way to one of our pages. */
export const linkView = (address: string, text: Content, language: Language): Html =>
  html`<a href="${at(address, language)}">${text}</a>`;

/** An e-mail address, broken at its sign where it does not fit. */
export function addressView(address: string): Content {
  const sign = address.lastIndexOf('@');
  return sign === -1 ? address : html`${address.slice(0, sign)}<wbr>${address.slice(sign)}`;
}

export interface Tile {
  name: string;
  value: Content;
  note?: Content;
}

/** Numbers that matter now. */
export const tilesView = (tiles: readonly Tile[]): Html =>
  html`<dl class="tiles">${tiles.map(
    ({ name, value, note }) =>
      html`<div><dt>${name}</dt><dd>${value}</dd>${note !== undefined && html`<dd class="hint">${note}</dd>`}</div>`,
  )}</dl>`;

/** What a thing is, beside what is done with it. */
export const besideView = (facts: Content, rest: Content): Html =>
  html`<div class="story-first"><div class="stack aside">${facts}</div>
<div class="stack">${rest}</div></div>`;

export interface TimelineEntry {
  at: Date;
  name: Content;
  detail?: Content;
  /** `no`: went wrong; `later`: is still to come. */
  look?: 'no' | 'later' | undefined;
}

/** What happened, oldest first. */
export const timelineView = (entries: readonly TimelineEntry[], language: Language): Html =>
  html`<ol class="timeline">${entries.map(
    ({ at: instant, name, detail = null, look }) =>
      html`<li${look !== undefined && html` class="${look}"`}>${exactMomentView(instant, language)}<b>${name}</b>${detail !== null && html`<span class="detail">${detail}</span>`}</li>\n`,
  )}</ol>`;

export type Fact = readonly [name: string, value: Content];

/** Shows the facts that have a value; a date is shown as a moment. */
export const knownFacts = (
  facts: readonly (readonly [string, Content | Date] | null)[],
  language: Language,
): Fact[] =>
  facts.flatMap((fact) => {
    const [name, value] = fact ?? ['', null];
    if (value === null || value === '') return [];
    return [[name, value instanceof Date ? momentView(value, language) : value]];
  });

/** Names and values. */
export const factsView = (facts: readonly (Fact | null)[]): Html =>
  html`<dl class="facts columns">${facts.map((fact) => fact && html`<div><dt>${fact[0]}</dt><dd>${fact[1]}</dd></div>`)}</dl>`;
