/** A token of an IMAP command: an atom or string, or a list of tokens. */
export type ImapToken = string | ImapToken[];

/** Parses the tokens of one command, with literals directly behind their `{n}` and line break. */
export function imapTokens(text: string): ImapToken[] | null {
  let place = 0;

  function list(end: string | null): ImapToken[] | null {
    const labels: ImapToken[] = [];
    for (;;) {
      while (text[place] === ' ') place += 1;
      const sign = text[place];
      if (sign === undefined) return end === null ? labels : null;
      if (sign === end) {
        place += 1;
        return labels;
      }
      const word = next(sign);
      if (word === null) return null;
      labels.push(word);
    }
  }

  function next(sign: string): ImapToken | null {
    if (sign === '(') {
      place += 1;
      return list(')');
    }
    if (sign === '"') return quoted();
    const literal = /^\{(\d+)\+?\}\r\n/.exec(text.slice(place, place + 20));
    if (literal !== null) {
      const from = place + literal[0].length;
      place = from + Number(literal[1]);
      return text.slice(from, place);
    }
    // Brackets belong to an atom: `BODY.PEEK[HEADER.FIELDS (SUBJECT)]`.
    const atom = /^(?:[^\s()"[\]]|\[[^\]]*\])+/.exec(text.slice(place));
    if (atom === null) return null;
    place += atom[0].length;
    return atom[0];
  }

  function quoted(): string | null {
    const found = /^"((?:[^"\\\r\n]|\\.)*)"/.exec(text.slice(place));
    if (found === null) return null;
    place += found[0].length;
    return (found[1] ?? '').replaceAll(/\\(.)/g, '$1');
  }

  return list(null);
}

/** A text as an IMAP string; null is NIL. Only for plain ASCII. */
export const imapString = (text: string | null): string =>
  text === null ? 'NIL' : `"${text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\"]/g, '\\$&')}"`;

/** Whether a set such as `1:3,7,9:*` contains a number. */
export function isNamed(set: string, number: number, last: number): boolean {
  return set.split(',').some((part) => {
    const [from = '', to = from] = part.split(':');
    const ends = [from, to].map((end) => (end === '*' ? last : Number(end)));
    return Math.min(...ends) <= number && number <= Math.max(...ends);
  });
}
