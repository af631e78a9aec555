/** The SMS for a gift: names the giver, the brand and the face, never the certificate's code. */
import { titleIn, type GiftView } from '../../../certificates/certificate.ts';
import { worthText } from '../../../certificates/worth.ts';
import type { Language } from '../../../platform/text/language.ts';
import { formatFace, formatPrintedFace } from '../../../platform/text/formats.ts';
import { countParts } from '../../../platform/texter/split-text.ts';
import { inertInText } from '../layout.ts';
import { giftTextLabels } from './labels.ts';

/**
 * Each part costs money; names are shortened so that a text stays within this number of parts, unless the link alone is
 * too long.
 */
const mostParts = 2;
/** Maximum length of a name at first, and how short it may become. */
const mostNameLetters = 60;
const leastNameLetters = 12;

export type GiftTextInput = { view: GiftView; language: Language } & (
  | { kind: 'notice' }
  | { kind: 'receipt'; link: string; code: string }
);

export function giftText(input: GiftTextInput): string {
  const { view, language } = input;
  let [sender, title] = [inertInText(view.senderName), titleIn(view, language)].map(asName) as [
    string,
    string,
  ];
  for (;;) {
    const text = write(input, sender, title);
    const longest = Math.max(Array.from(sender).length, Array.from(title).length);
    if (longest <= leastNameLetters || countParts(text) <= mostParts) return text;
    if (Array.from(title).length === longest) title = cut(title);
    else sender = cut(sender);
  }
}

function write(input: GiftTextInput, sender: string, title: string): string {
  const { view, language } = input;
  const labels = giftTextLabels[language];
  // The rouble sign would turn an English text into UCS-2, which holds half as much per message.
  const amount = worthText(view, language, language === 'ru' ? formatFace : formatPrintedFace);
  // Some phones show a non-breaking space as a question mark.
  const face = amount.replaceAll(/\s/g, ' ');
  const gift = { sender, title, face };
  const text =
    input.kind === 'notice' ? labels.notice(gift) : labels.receipt(gift, input.link, inGroups(input.code));
  return view.sample ? `${labels.sample}${text}` : text;
}

/** Digits in groups of four, easier to read and type. */
const inGroups = (code: string): string => code.replaceAll(/\d{4}(?=\d)/g, '$& ');

/** Replaces the last letters by an ellipsis. */
function cut(name: string): string {
  const letters = Array.from(name.replace(/…$/, ''));
  return `${letters.slice(0, -1).join('').trimEnd()}…`;
}

function asName(name: string): string {
  const letters = Array.from(name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim());
  return letters.length <= mostNameLetters
    ? letters.join('')
    : cut(letters.slice(0, mostNameLetters).join(''));
}
