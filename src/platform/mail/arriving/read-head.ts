/** The header of a mail: its fields in order, names in lower case, values unfolded. */
export interface MailHead {
  fields: { name: string; value: string }[];
}

/** This much of a mail is fetched to judge it; a mail with a longer header is refused. */
export const maxHeadBytes = 64 * 1024;
const maxAddressFieldLength = 2000;
const maxSubjectLength = 1000;
const maxIds = 100;

/**
 * Reads the header from the first bytes of a mail in linear time, because the data is untrusted. Null: the header does
 * not end within them.
 */
export function readHead(start: Buffer): MailHead | null {
  const end = endOfHead(start);
  if (end === null) return null;
  const fields: MailHead['fields'] = [];
  const text = new TextDecoder().decode(start.subarray(0, end)).replaceAll('\0', '');
  for (const line of text.split(/\r?\n/)) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last !== undefined) last.value += ` ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    fields.push({ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() });
  }
  return { fields };
}

function endOfHead(start: Buffer): number | null {
  const ends = [start.indexOf('\n\r\n'), start.indexOf('\n\n')].filter((end) => end >= 0);
  if (ends.length > 0) return Math.min(...ends);
  return start.length < maxHeadBytes ? start.length : null;
}

export const valuesOf = ({ fields }: MailHead, asked: string): string[] =>
  fields.filter(({ name }) => name === asked).map(({ value }) => value);

export const valueOf = (head: MailHead, asked: string): string => valuesOf(head, asked)[0] ?? '';

/** The one address in From, in lower case, or why there is none. */
export type Sender = { address: string; why: null } | { address: null; why: string };

const noSender = (why: string): Sender => ({ address: null, why });
const bareAddress = /^[^<>,;:@\s]+@[^<>,;:@\s]+$/;

/**
 * Reads From as mail programs do: a name may contain a comma or the address itself without quotes. Another address in the name is
 * refused: programs differ about who has written then.
 */
export function readSender(head: MailHead): Sender {
  const [value, ...more] = valuesOf(head, 'from');
  if (value === undefined) return noSender('the mail names no sender');
  if (more.length > 0) return noSender('the mail has several From fields');
  if (value.length > maxAddressFieldLength) return noSender('the sender’s field is too long');
  const bare = withoutQuotesAndComments(value.replaceAll(/=\?[^?\s]+\?[bq]\?[^?\s]*\?=/gi, ' ')).trim();
  if (bareAddress.test(bare)) return { address: bare.toLowerCase(), why: null };
  const [, name = '', address = ''] = /^([^<>]*)<([^<>]*)>$/.exec(bare) ?? [];
  if (!bareAddress.test(address.trim()))
    return noSender(
      bare.split('@').length > 2 ? 'the mail names several senders' : 'the sender’s address can not be read',
    );
  const found = address.trim().toLowerCase();
  const others = name.split(/[\s,;:]+/).filter((word) => word.includes('@') && word.toLowerCase() !== found);
  return others.length > 0 ? noSender('the sender’s name is another address') : { address: found, why: null };
}

/** The one address in From, in lower case; null if there is none, several, or it cannot be read. */
export const senderOf = (head: MailHead): string | null => readSender(head).address;

function withoutQuotesAndComments(text: string): string {
  let [bare, depth, quoted] = ['', 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\\' && (quoted || depth > 0)) at += 1;
    else if (sign === '"' && depth === 0) quoted = !quoted;
    else if (quoted) continue;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && depth > 0) depth -= 1;
    else if (depth === 0) bare += sign;
  }
  return bare;
}

export const subjectOf = (head: MailHead): string =>
  decodeHeaderText(valueOf(head, 'subject').slice(0, maxSubjectLength));

/** The local parts of the Message-IDs that the mail answers. */
export function answeredIds(head: MailHead): string[] {
  return ['in-reply-to', 'references']
    .flatMap((name) => valueOf(head, name).split(/\s+/))
    .map((id) => id.replace(/^</, '').split(/[>@]/, 1)[0] ?? '')
    .filter((id) => id !== '')
    .slice(0, maxIds);
}

/** Out-of-office notes, bounces and other answers that no person wrote. */
export const isAutomaticAnswer = (head: MailHead): boolean =>
  valueOf(head, 'auto-submitted').toLowerCase().startsWith('auto-replied') ||
  valueOf(head, 'precedence').toLowerCase() === 'auto_reply' ||
  ['x-autoreply', 'x-autorespond'].some((name) => valuesOf(head, name).length > 0);

/** Any mail that no person wrote (RFC 3834): an answer, or what a program sends by itself, as a supplier's codes. */
export const isAutomatic = (head: MailHead): boolean =>
  isAutomaticAnswer(head) || !/^(?:no\b|$)/.test(valueOf(head, 'auto-submitted').toLowerCase());

/** Sent to many, or by a program: it expects no answer, but may well bring something, as a supplier's codes. */
export function isMassMail(head: MailHead): boolean {
  return (
    /^(?:bulk|junk|list)$/.test(valueOf(head, 'precedence').toLowerCase()) ||
    valuesOf(head, 'x-auto-response-suppress').length > 0
  );
}

/** Decodes encoded words (RFC 2047) in a header; what cannot be decoded stays as received. */
function decodeHeaderText(text: string): string {
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
