/** A form of which no file is chosen. */
export const noFile = { field: 'file', name: '', bytes: Buffer.alloc(0) };

/** What a page says is wrong with a field of the form; empty: nothing. */
export function fieldOf(body: string, field: string): string {
  const [, text = ''] = body.split(`id="${field}-error">`);
  return (text.split('</p>')[0] ?? '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}
