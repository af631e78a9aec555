/** What the next page says once, in the reader's own language; kept on the session. */
export interface Flash {
  kind: 'yes' | 'no' | 'note';
  text: string;
}

const form = /^(yes|no|note)\|(.+)$/su;

export const writeFlash = ({ kind, text }: Flash): string => `${kind}|${text}`;

/** Null for what the pages of sign-in left, which say it in their own way. */
export function readFlash(flash: string | null): Flash | null {
  const [, kind, text] = form.exec(flash ?? '') ?? [];
  return kind === undefined || text === undefined ? null : { kind: kind as Flash['kind'], text };
}
