/** Markup that is safe to send. */
export interface Html {
  readonly markup: string;
}

/** Allowed values in a `${}` of the tag: text is escaped, markup is kept, null and the like produce nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const toEscape = /[&<>"']/;

export function escapeHtml(text: string): string {
  // Most texts have none of them, and looking is cheaper than replacing nothing.
  if (!toEscape.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/**
 * Template tag for all pages and letters. It escapes text and *quoted* attributes; addresses in `href` and `src` must
 * pass through `safeUrl` first, and nothing is ever inserted into a script or style element.
 */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  let markup = parts[0] ?? '';
  for (let index = 0; index < contents.length; index += 1)
    markup += render(contents[index]) + (parts[index + 1] ?? '');
  return { markup };
}

/** Marks text as markup made by our own code or cleaned by a sanitiser. */
export const raw = (markup: string): Html => ({ markup });

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string') return escapeHtml(content);
  if (typeof content === 'number') return String(content);
  if ('markup' in content) return content.markup;
  let markup = '';
  for (const one of content) markup += render(one);
  return markup;
}

/** The address if it is an absolute http or https one, else null, so that no `javascript:` gets into a page. */
export function safeUrl(address: string | null): string | null {
  // Most products have none of the addresses they may have.
  const url = address === null || address === '' ? null : URL.parse(address);
  if (url === null) return null;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** Text within an XML element. */
export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
