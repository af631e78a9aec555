/** What is shown once: keys, passwords, recovery codes. Copied and saved by a script; without it they are selected by hand. */
import { readFileSync } from 'node:fs';
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { at } from '../request-language.ts';
import type { ShellPage } from './send-shell-page.ts';

export interface Secrets {
  title: string;
  /** What it is for, and whom to give it to. */
  lead: Content;
  items: SecretItem[];
  /** Name of the file, without its ending. */
  fileName: string;
  note?: Content;
  /** Where it leads once it is kept. */
  to: string;
  /** How that is called, if nothing has to be kept. */
  done?: string;
}

export interface SecretItem {
  name: string;
  value: string;
  /** A login, which is shown elsewhere too. */
  isPublic?: boolean;
}

interface Labels {
  copy: string;
  copied: string;
  notCopied: string;
  save: string;
  saved: string;
  kept: string;
}

const secretLabels: Record<Language, Labels> = {
  ru: {
    copy: 'Скопировать',
    copied: 'Скопировано',
    notCopied: 'Браузер не копирует. Текст выделен, скопируйте его сами.',
    save: 'Сохранить файлом',
    saved: 'Файл сохранён',
    kept: 'Всё сохранено, дальше',
  },
  en: {
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'The browser does not copy. The text is selected, copy it yourself.',
    save: 'Save as a file',
    saved: 'File saved',
    kept: 'I have kept it',
  },
};

/** For a page that has `secretsCard`. */
export const secretsScript = readFileSync(new URL('./secrets.browser.js', import.meta.url), 'utf8');

export const secretsPage = (secrets: Secrets, language: Language): ShellPage => ({
  title: secrets.title,
  main: html`<h1>${secrets.title}</h1>
${secretsCard(secrets, language)}`,
  scripts: [secretsScript],
});

export function secretsCard(
  { lead, items, fileName, note = null, to, done }: Omit<Secrets, 'title'>,
  language: Language,
): Html {
  const labels = secretLabels[language];
  return html`<section class="card"><p class="lead">${lead}</p>
${items.map((item) => itemView(item, labels))}
${note !== null && html`<p>${note}</p>`}
<p class="actions"><button type="button" class="button" data-save="${fileName}.txt" data-done="${labels.saved}" hidden>${labels.save}</button>
<a class="button main" href="${at(to, language)}">${done ?? labels.kept}</a></p>
<p class="hint" role="status" data-said></p></section>`;
}

const itemView = ({ name, value, isPublic = false }: SecretItem, labels: Labels): Html =>
  html`<div class="secret" data-item><h2>${name}</h2>
${isPublic ? html`<pre>${value}</pre>` : html`<pre data-secret>${value}</pre>`}
<button type="button" class="button" aria-label="${labels.copy}: ${name}" data-copy data-done="${labels.copied}" data-failed="${labels.notCopied}" hidden>${labels.copy}</button></div>`;
