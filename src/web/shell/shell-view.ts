/** The shell around signed-in pages: top line, navigation, footer. */
import { principalOf, type Session } from '../../people/sessions/session.ts';
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { TopLine } from '../frame.ts';
import { at } from '../request-language.ts';
import { shellLabels } from './labels.ts';
import { entryOf, groupNames, groupsOf, navigationFor, type NavigationEntry } from './navigation.ts';

export interface ShellPlace {
  session: Session;
  language: Language;
  /** Address of the page, for the navigation. */
  path: string;
}

/** The line at the top of signed-in pages: organisation, switcher, own sign-in, sign-out. */
export function shellTop({ session, language }: ShellPlace, ownAddress: string | null): TopLine {
  const labels = shellLabels[language];
  return {
    place: html`<b>${partyName(session, language)}</b>`,
    links: html`<nav class="own" aria-label="${session.name}"><a href="${at('/switch', language)}">${labels.switchTo}</a><a href="${at('/me', language)}">${labels.me}</a></nav>${wayOut(language)}`,
    path: ownAddress,
  };
}

export function partyName(session: Session, language: Language): string {
  const { membership } = session;
  if (membership === null) return 'Facevalue';
  return membership.side === 'operator' ? shellLabels[language].operator : membership.partyName;
}

export const wayOut = (language: Language): Html =>
  html`<form method="post" action="${at('/out', language)}"><button class="as-link">${shellLabels[language].out}</button></form>`;

/** The sections that this person may see; a bar that scrolls on a phone. */
export function shellNavigation({ session, language, path }: ShellPlace): Html | null {
  const principal = principalOf(session);
  if (principal === null || !principal.isWhole) return null;
  const entries = navigationFor(principal);
  if (entries.length < 2) return null;
  const place = { path, language, current: entryOf(path, entries) };
  const label = shellLabels[language].sections;
  return entries.some(({ group }) => group !== undefined)
    ? groupedNavigation(entries, place, label)
    : html`<nav class="sections" aria-label="${label}">${entryList(entries, place)}</nav>`;
}

interface NavigationPlace {
  path: string;
  language: Language;
  current: NavigationEntry | null;
}

const entryList = (entries: readonly NavigationEntry[], { path, language, current }: NavigationPlace): Html =>
  html`<ul>${entries.map(
    (entry) =>
      html`<li><a href="${at(entry.path, language)}"${entry === current && html` aria-current="${entry.path === path ? 'page' : 'true'}"`}>${entry.name[language]}</a></li>`,
  )}</ul>`;

/** Many pages: a phone has a bar of the groups above that of the group's pages, a wide screen all of them under headings. */
function groupedNavigation(entries: readonly NavigationEntry[], place: NavigationPlace, label: string): Html {
  const { language, current } = place;
  const groups = groupsOf(entries);
  const chosen = current?.group ?? groups[0]?.group;
  return html`<nav class="sections grouped" aria-label="${label}"><ul class="groups">${groups.map(
    ({ group, entries: [first] }) =>
      html`<li><a href="${at(first?.path ?? '/', language)}"${group === chosen && html` aria-current="true"`}>${groupNames[group][language]}</a></li>`,
  )}</ul>${groups.map(
    (one) =>
      html`<div class="group${one.group === chosen && ' chosen'}"><p>${groupNames[one.group][language]}</p>${entryList(one.entries, place)}</div>`,
  )}</nav>`;
}

export const shellFooter = (language: Language, more: Content = null): Html =>
  html`<footer>${more}<p>${shellLabels[language].time}</p></footer>`;
