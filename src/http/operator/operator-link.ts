import { html, type Content, type Html } from '../../platform/text/html.ts';
import { at } from '../../web/request-language.ts';
import { entryOf, navigationFor } from '../../web/shell/navigation.ts';
import type { OperatorCall } from './operator.ts';

/** A link to a page of the operator; only the text for those who may not see the page. */
export const operatorLink = (call: OperatorCall, path: string, text: Content): Html =>
  mayOpen(call, path) ? html`<a href="${at(path, call.language)}">${text}</a>` : html`${text}`;

/** Whether the page's place in the navigation is there for this person. */
export function mayOpen({ principal }: Pick<OperatorCall, 'principal'>, path: string): boolean {
  const entry = entryOf(path.split('?')[0] ?? path, navigationFor(principal));
  return entry !== null && (entry.path !== '/o' || path === '/o');
}
