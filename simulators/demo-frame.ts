/** The frame of the demo's pages. */
import { readFileSync } from 'node:fs';
import { html, type Content, type Html } from '../src/platform/text/html.ts';
import type { Language } from '../src/platform/text/language.ts';
import { renderPage, type Page } from '../src/web/frame.ts';
import { at } from '../src/web/request-language.ts';
import { readStyle } from '../src/web/styles.ts';
import { demoLabels } from './demo-labels.ts';
import { personsLabels } from './persons/persons-labels.ts';
import { smsLabels } from './sms/sms-labels.ts';
import { supplierLabels } from './supplier-labels.ts';

const style = readStyle(new URL('./demo.css', import.meta.url));
const liveScript = readFileSync(new URL('./story/live.browser.js', import.meta.url), 'utf8');

export interface DemoPage {
  language: Language;
  title: string;
  /** The page's own address, for the link to the other language. */
  path: string;
  main: Content;
  /** It shows a letter as its recipient sees it. */
  frames?: boolean;
}

/** The layout shared by all demo pages. */
export function demoFrame({ language, title, path, main, frames = false }: DemoPage): Page {
  const labels = demoLabels[language];
  const link = (to: string, text: string): Html =>
    html`<a href="${at(to, language)}"${path.startsWith(to) && html` aria-current="true"`}>${text}</a>`;
  return renderPage({
    language,
    title: `${title} · ${labels.demo}`,
    top: {
      place: html`<a class="home" href="${at('/demo', language)}">${labels.demo}</a>`,
      links: html`<nav aria-label="${labels.pages}">
${link('/demo/inbox', labels.inbox.title)}
${link('/demo/sms', smsLabels[language].title)}
${link('/demo/persons', personsLabels[language].title)}
${link('/demo/suppliers', supplierLabels[language].title)}
</nav>`,
      path,
    },
    main: html`<h1>${title}</h1>
${main}`,
    layout: 'demo',
    styles: [style],
    scripts: [liveScript],
    needs: { fetches: true, namesItself: true, frames },
  });
}

/** Places one order. */
export const orderButton = (language: Language): Html =>
  html`<form method="post" action="${at('/demo/orders', language)}"><button class="button main">${demoLabels[language].orderOne}</button></form>`;

/** A button for empty pages. */
export const nothingYet = (text: string, action: Html): Html =>
  html`<div class="card empty"><p>${text}</p>${action}</div>`;

/** One of several choices. */
export const choiceView = (name: string, value: string, text: Content, isChosen: boolean): Html =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}"${isChosen && html` checked`}> <span>${text}</span></label>`;
