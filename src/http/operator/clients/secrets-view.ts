/** A client's new secrets, shown once. */
import { html, type Content } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { at } from '../../../web/request-language.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { clientLabels } from './labels.ts';

interface NewSecrets {
  title: string;
  secrets: [name: string, secret: string][];
  note?: Content;
  to: string;
}

export function secretsView({ title, secrets, note = null, to }: NewSecrets, language: Language): ShellPage {
  const labels = clientLabels[language];
  return {
    title,
    main: html`<h1>${title}</h1>
<section class="card"><p class="lead">${labels.shownOnce}</p>
${secrets.map(([name, secret]) => html`<h2>${name}</h2><pre data-secret>${secret}</pre>`)}
${note !== null && html`<p>${note}</p>`}
<p><a class="button main" href="${at(to, language)}">${labels.back}</a></p></section>`,
  };
}
