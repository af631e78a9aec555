/** One act in the audit. */
import type { AuditEntry } from '../../../people/audit/chain.ts';
import { html, type Content } from '../../../platform/text/html.ts';
import { readAbout } from '../../../web/audit/about-names.ts';
import type { OperatorCall } from '../operator.ts';
import { operatorLink } from '../operator-link.ts';

const pages: Record<string, string> = {
  request: '/o/orders',
  client: '/o/clients',
  supplier: '/o/suppliers',
  product: '/o/products',
  draft: '/o/drafts',
  exchange: '/o/quarantine',
};

/** What an act was about, as a link where it has a page; people by their names. */
export function aboutView(
  { act, about }: Pick<AuditEntry, 'act' | 'about'>,
  names: ReadonlyMap<number, string>,
  call: OperatorCall,
): Content {
  if (act === 'command.begun') return html`<code>${about}</code>`;
  const { kind, name, what } = readAbout(about, call.language);
  if (name === undefined) return null;
  const text = `${name} ${(kind === 'person' && names.get(Number(what))) || what}`;
  const page = pages[kind];
  return page === undefined ? text : operatorLink(call, `${page}/${what}`, text);
}
