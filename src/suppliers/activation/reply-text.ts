/** The parts of a reply's text: what its author wrote, and what is quoted from our letter. */
export interface ReplyText {
  /** The lines above the quotation, without empty ones. */
  own: string[];
  /** Lines below a quotation's head that are not marked as quoted: the author may have written between them. */
  unmarked: string[];
  /** Lines without a mark below marked ones that have no head above them. */
  below: string[];
}

/** The head of a quotation: what follows is quoted, marked by `>` or not. */
const quotationHeads = [
  /^-{2,}\s*(original message|исходное сообщение|пересылаемое сообщение|forwarded message)/i,
  /^(from|от|от кого):\s/i,
  /(wrote|пишет|написал|написала|написал\(а\)|писал|писал\(а\)):\s*$/i,
  /^[^>].{0,200}<[^<>\s]{1,200}@[^<>\s]{1,200}>.{0,200}:$/,
  /^on (mon|tue|wed|thu|fri|sat|sun)[a-z]*, .*\d{4}/i,
  /^(пн|вт|ср|чт|пт|сб|вс)[а-я]*, .*\d{4}/i,
];
const quoted = /^>/;
/** A line that some programs draw above a head. */
const rule = /^_{5,}$/;
/** The frame of a text that is signed in place (RFC 4880, section 7). */
const signedBegin = /^-----BEGIN PGP SIGNED MESSAGE-----$/;
const signatureBegin = /^-----BEGIN PGP SIGNATURE-----$/;
const signatureEnd = /^-----END PGP SIGNATURE-----$/;

/** Parts of a reply, from its plain text. Signs that nobody sees are left out: they divide no words. */
export function splitReply(text: string): ReplyText {
  const lines = withoutFrame(
    text
      .replaceAll(/[\p{Default_Ignorable_Code_Point}\uFEFF]/gu, '')
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
  const head = lines.findIndex(isHead);
  const above = (head < 0 ? lines : lines.slice(0, head)).filter(
    (line, at) => at !== head - 1 || !rule.test(line),
  );
  const quote = above.findIndex((line) => quoted.test(line));
  return {
    own: quote < 0 ? above : above.slice(0, quote),
    unmarked: head < 0 ? [] : unmarked(lines.slice(head)).filter((line) => !headField.test(line)),
    below: quote < 0 ? [] : unmarked(above.slice(quote)),
  };
}

const unmarked = (lines: string[]): string[] => lines.filter((line) => !quoted.test(line));

/** A field of the quoted letter's head, or a sentence that names it. */
const isHead = (line: string): boolean => quotationHeads.some((form) => form.test(line));
const headField =
  /^(?:from|sent|date|to|cc|subject|от|от кого|отправлено|дата|кому|копия|тема):\s|(?:wrote|пишет|написала?|написал\(а\)|писал\(а\)):$/i;

function withoutFrame(lines: string[]): string[] {
  if (!signedBegin.test(lines[0] ?? '')) return lines;
  const begin = lines.findIndex((line) => signatureBegin.test(line));
  const end = lines.findIndex((line) => signatureEnd.test(line));
  if (begin < 0 || end < begin) return lines;
  const content = lines.slice(1, begin).filter((line, at) => at > 0 || !/^hash: /i.test(line));
  // Lines that begin with a dash are escaped by "- ".
  return [...content.map((line) => line.replace(/^- (?=-)/, '')), ...lines.slice(end + 1)];
}
