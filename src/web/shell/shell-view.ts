/** The shell around signed-in pages: top line, navigation, footer. */
import { principalOf, type Session, type Waits } from '../../people/sessions/session.ts';
import { html, raw, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { TopLine } from '../frame.ts';
import { at } from '../request-language.ts';
import { findPathFor } from './find-places.ts';
import { shellLabels } from './labels.ts';
import {
  entryOf,
  groupNames,
  groupsOf,
  navigationFor,
  type NavigationEntry,
  type NavigationGroupOf,
} from './navigation.ts';

export interface ShellPlace {
  session: Session;
  language: Language;
  /** Address of the page, for the navigation. */
  path: string;
}

/** The line at the top of signed-in pages: the menu of a small screen, organisation, switcher, own sign-in, sign-out. */
export function shellTop(place: ShellPlace, ownAddress: string | null): TopLine {
  const { session, language } = place;
  const labels = shellLabels[language];
  return {
    place: html`<b>${partyName(session, language)}</b>`,
    links: html`${menuButton(place)}${searchForm(place)}<button type="button" class="to-own" popovertarget="own" aria-label="${session.name}">${personSign}</button>
<div class="own" id="own" popover><nav aria-label="${session.name}"><a href="${at('/switch', language)}">${labels.switchTo}</a><a href="${at('/me', language)}">${labels.me}</a></nav>${wayOut(language)}</div>`,
    path: ownAddress,
  };
}

const personSign = raw(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8" r="4"/><path d="M4 21c0-4.500 3.500-7 8-7s8 2.500 8 7"/></svg>',
);
const menuSign = raw('<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 6h18M3 12h18M3 18h18"/></svg>');

/** Finds anything by whatever one has in the hand; a script shows the first hits while somebody types. Posted, as it may be a code. */
function searchForm({ session, language }: ShellPlace): Content {
  const principal = principalOf(session);
  const path = principal === null ? null : findPathFor(principal);
  if (principal === null || path === null) return false;
  const { find, findWhat } = shellLabels[language];
  return html`<form class="search" role="search" method="post" action="${at(path, language)}"><input type="search" name="q" aria-label="${find}" placeholder="${findWhat[principal.side]}" maxlength="255" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" data-typed="${at(`${path}/typed`, language)}"><button aria-label="${find}">${searchSign}</button></form>`;
}

const searchSign = raw(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10" cy="10" r="6"/><path d="M15 15l6 6"/></svg>',
);

export function partyName(session: Session, language: Language): string {
  const { membership } = session;
  if (membership === null) return 'Facevalue';
  return membership.side === 'operator' ? shellLabels[language].operator : membership.partyName;
}

export const wayOut = (language: Language): Html =>
  html`<form method="post" action="${at('/out', language)}"><button class="as-link">${shellLabels[language].out}</button></form>`;

/** The sections that this person may see, in groups: a column beside the content, or behind a button where there is no space. */
export function shellNavigation(place: ShellPlace): Html | null {
  const { session, language, path } = place;
  const entries = entriesFor(session);
  if (entries.length === 0) return null;
  const { sections, close } = shellLabels[language];
  const current = entryOf(path, entries);
  const list = { path, language, current, waits: session.waits ?? noWaits };
  return html`<nav class="sections" id="sections" aria-label="${sections}" popover><button type="button" class="as-link" popovertarget="sections" popovertargetaction="hide">${close}</button>${groupsOf(
    entries,
  ).map(
    (one) => html`<p id="group-${one.group}">${groupNames[one.group][language]}</p>${entryList(one, list)}`,
  )}</nav>`;
}

/** Where there is only one section, nothing leads to it. */
function entriesFor(session: Session): NavigationEntry[] {
  const principal = principalOf(session);
  if (principal === null || !principal.isWhole) return [];
  const entries = navigationFor(principal);
  return entries.length < 2 ? [] : entries;
}

/** Opens the sections where they are no column, and says in which one the page is. */
function menuButton({ session, language, path }: ShellPlace): Content {
  const entries = entriesFor(session);
  if (entries.length === 0) return false;
  const { sections } = shellLabels[language];
  const current = entryOf(path, entries)?.name[language];
  return html`<button type="button" class="to-sections" popovertarget="sections">${menuSign}<span${current !== undefined && html` class="quiet"`}>${sections}</span>${current !== undefined && html`<span>${current}</span>`}</button>`;
}

interface EntryPlace {
  path: string;
  language: Language;
  current: NavigationEntry | null;
  waits: Waits;
}

const noWaits: Waits = new Map();

const entryList = ({ group, entries }: NavigationGroupOf, place: EntryPlace): Html =>
  html`<ul aria-labelledby="group-${group}">${entries.map((entry) => html`<li>${entryLink(entry, place)}</li>`)}</ul>`;

function entryLink(entry: NavigationEntry, { path, language, current, waits }: EntryPlace): Html {
  const count = waits.get(entry.path);
  return html`<a href="${at(entry.path, language)}"${entry === current && html` aria-current="${entry.path === path ? 'page' : 'true'}"`}>${entry.name[language]}${count !== undefined && html` <span class="count"><span class="quiet">${shellLabels[language].waits} </span>${count}</span>`}</a>`;
}

export const shellFooter = (language: Language, more: Content = null): Html =>
  html`<footer>${more}<p>${shellLabels[language].time}</p></footer>`;
