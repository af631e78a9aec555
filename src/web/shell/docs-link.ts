/** From pages to the documentation of what they are about. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { html, type Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Config } from '../../platform/settings/config.ts';
import { shellLabels } from './labels.ts';

/** Each begins an address; the first that fits is taken. */
const documentOf: [string, string][] = [
  ['/c/api', 'client-api'],
  ['/c/callbacks', 'client-api'],
  ['/c/sandbox', 'sandbox'],
  ['/c', 'client-cabinet'],
  ['/s/integration', 'integration-api'],
  ['/s/activation', 'activation-and-mail'],
  ['/s/templates', 'templates'],
  ['/s', 'supplier-guide'],
  ['/o/health', 'monitoring'],
  ['/o/mail', 'mail'],
  ['/o', 'operator'],
];

export const docsAddress = (name: string, language: Language): string =>
  `/docs/${language === 'ru' ? 'ru/' : ''}${name}/`;

type DocsConfig = Pick<Config, 'docsFolder' | 'docsSources'>;

/** The built site, or in a copy of the sources the documents that it is made of. */
export const hasDocs = ({ docsFolder, docsSources }: DocsConfig): boolean =>
  docsFolder !== null &&
  (existsSync(join(docsFolder, 'index.html')) || existsSync(join(docsSources, 'index.md')));

export function docsLink(path: string, language: Language, config: DocsConfig): Content {
  const [, name] = documentOf.find(([start]) => path === start || path.startsWith(`${start}/`)) ?? [];
  if (name === undefined || !hasDocs(config)) return null;
  return html`<p><a href="${docsAddress(name, language)}">${shellLabels[language].documents}</a></p>`;
}
