/** Markup that is known to be safe to send as it stands. */
export interface Html {
  readonly markup: string;
}

/** What may stand in a `${}` of the tag: text is escaped, markup is kept, "nothing" leaves nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/**
 * The template tag of all pages and letters. It escapes for text and for *quoted* attributes; addresses in
 * `href` and `src` go through `safeUrl` first, and nothing is ever put into a script or style element.
 */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  let markup = parts[0] ?? '';
  for (const [index, content] of contents.entries()) markup += render(content) + (parts[index + 1] ?? '');
  return { markup };
}

/** Marks text as markup that our own code has made, or a sanitizer has cleaned. */
export const raw = (markup: string): Html => ({ markup });

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string') return escapeHtml(content);
  if (typeof content === 'number') return String(content);
  return 'markup' in content ? content.markup : content.map(render).join('');
}

/** The address when it is an absolute http or https one, else null: no `javascript:` comes into a page. */
export function safeUrl(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
