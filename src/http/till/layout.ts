/** The frame of the till's pages. */
import { readFileSync } from 'node:fs';
import { html, type Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { frameLabels } from '../../web/frame-labels.ts';
import { renderPage, type Page } from '../../web/frame.ts';
import { at } from '../../web/request-language.ts';
import { readStyle } from '../../web/styles.ts';
import { tillLabels } from './labels.ts';

const style = readStyle(new URL('./till.css', import.meta.url));
const cameraScript = readFileSync(new URL('./till.browser.js', import.meta.url), 'utf8');
const typedScript = readFileSync(new URL('./typed.browser.js', import.meta.url), 'utf8');

/** The signed-in user, as shown on the pages. */
export interface SignedInTill {
  supplierName: string;
  userName: string;
  /** The name on receipts: with its shop. */
  tillName: string;
  /** Signed in with a login of the till; whoever did so at `/in` has pages of their own there. */
  isCashier: boolean;
}

export interface TillPage {
  language: Language;
  title: string;
  /** The address of this page in the other language; the answer to a form has none. */
  path: string;
  /** Null on the pages before the sign-in. */
  till: SignedInTill | null;
  main: Content;
  camera?: boolean;
  /** It asks for a number or an amount. */
  asks?: boolean;
  /** It says only what happened, in a card of its own. */
  isMessage?: boolean;
}

/** The layout shared by all pages of the till: one card for one task. */
export function tillLayout(page: TillPage): Page {
  const { language, title, path, till, main, camera = false, asks = false, isMessage = false } = page;
  const labels = tillLabels[language];
  return renderPage({
    language,
    title: `${title} · ${labels.till}`,
    top: {
      place: till === null ? `Facevalue · ${labels.till}` : `${till.supplierName} · ${till.userName}`,
      links: till !== null && linksView(till, path, language),
      path,
    },
    main: html`${isMessage ? main : html`<article class="card">${main}</article>`}
${till?.isCashier === true && path !== '/till/password' && html`<p class="foot"><a href="${at('/till/password', language)}">${labels.changePassword}</a></p>`}`,
    layout: 'till',
    styles: [style],
    scripts: [...(camera ? [cameraScript] : []), ...(asks ? [typedScript] : [])],
    needs: { camera, namesItself: true },
  });
}

function linksView({ isCashier }: SignedInTill, path: string, language: Language): Content {
  const labels = tillLabels[language];
  const link = (to: string, text: string): Content =>
    html`<a href="${at(to, language)}"${to === path && html` aria-current="page"`}>${text}</a>`;
  return html`<nav aria-label="${frameLabels[language].pages}">
${link('/till', labels.till)}
${link('/till/today', labels.todayLink)}
${link('/till/shift', labels.shift)}
</nav>
${
  isCashier
    ? html`<form method="post" action="${at('/till/sign-out', language)}"><button class="as-link" type="submit">${labels.signOut}</button></form>`
    : html`<a href="${at('/me', language)}">${labels.me}</a>`
}`;
}

/** Above what lacks redemptions, as a cell does not answer. */
export const partNotice = (isPart: boolean, language: Language): Content =>
  isPart && html`<p class="notice no" role="alert">${tillLabels[language].isPart}</p>`;

/** Characters in groups of four. */
export const inGroups = (text: string): Content =>
  (text.match(/.{1,4}/gu) ?? []).map((group) => html`<span>${group}</span>`);
