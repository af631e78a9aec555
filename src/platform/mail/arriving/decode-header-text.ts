/** Decodes encoded words (RFC 2047) in a header; what cannot be decoded stays as received. */
export function decodeHeaderText(text: string): string {
  return text
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(
      /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=/gi,
      (word, charset, form, content) => decodeWord(String(charset), String(form), String(content)) ?? word,
    );
}

function decodeWord(charset: string, form: string, content: string): string | null {
  const bytes =
    form.toLowerCase() === 'b'
      ? Buffer.from(content, 'base64')
      : Buffer.from(
          content
            .replaceAll('_', ' ')
            .replaceAll(/=([0-9a-f]{2})/gi, (_, hex) =>
              String.fromCharCode(Number.parseInt(String(hex), 16)),
            ),
          'latin1',
        );
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return null;
  }
}
