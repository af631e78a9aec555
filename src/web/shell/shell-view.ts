import { principalOf, type Session } from '../../people/sessions/session.ts';
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { TopLine } from '../frame.ts';
import { at } from '../request-language.ts';
import { shellLabels } from './labels.ts';
import { entryOf, navigationFor } from './navigation.ts';

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
  const current = entryOf(path, entries);
  return html`<nav class="sections" aria-label="${shellLabels[language].sections}"><ul>${entries.map(
    (entry) =>
      html`<li><a href="${at(entry.path, language)}"${entry === current && html` aria-current="${entry.path === path ? 'page' : 'true'}"`}>${entry.name[language]}</a></li>`,
  )}</ul></nav>`;
}

export const shellFooter = (language: Language, more: Content = null): Html =>
  html`<footer>${more}<p>${shellLabels[language].time}</p></footer>`;
