import { endOfMoscowDay, moscowDate, moscowDateTime } from '../../platform/moscow-time.ts';
import { html, raw, type Html } from '../../platform/web/html.ts';
import type { Language } from '../../platform/web/language.ts';
import { faceWords } from '../../platform/web/words.ts';
import { letterLayout, sans, serif } from '../layout.ts';
import { alertLetterWords, type AlertLetterWords } from './words.ts';

export interface AlertLetterInput {
  language: Language;
  kind: 'stock' | 'ending-codes' | 'orders-limit' | 'sum-limit';
  supplierName: string;
  /** Title of the product, or name of the brand. */
  about: string;
  productId: number | null;
  faceKopecks: number | null;
  /** The last day of codes that end too soon, `YYYY-MM-DD`. */
  endsOn: string | null;
  /** Codes, orders or kopecks. */
  left: number;
  limit: number | null;
  raisedAt: Date;
}

/** Tells that codes or a limit run out: for seeing (HTML) and for reading (text). */
export function alertLetter(input: AlertLetterInput): { subject: string; html: string; text: string } {
  const said = saidIn(input, input.language);
  const { subject, sentence, once } = said;
  return {
    subject,
    html: letterLayout({
      language: input.language,
      title: subject,
      preheader: sentence,
      rows: sectionOf(said),
      foot: html`${once}`,
    }),
    text: textOf(said),
  };
}

interface Said {
  subject: string;
  sentence: string;
  hint: string;
  facts: [string, string][];
  once: string;
}

function saidIn(input: AlertLetterInput, language: Language): Said {
  const words = alertLetterWords[language];
  const { kind, about, faceKopecks, productId } = input;
  const face = faceKopecks === null ? '' : faceWords(faceKopecks, language);
  const codes = kind === 'stock' || kind === 'ending-codes';
  return {
    ...headsOf(input, face, words),
    sentence: sentenceOf(input, language),
    facts: [
      [words.supplier, input.supplierName],
      codes ? [words.product, `${about} (${productId})`] : [words.brand, about],
      ...(codes ? [[words.face, face] as [string, string]] : []),
      [words.at, moscowDateTime(input.raisedAt)],
    ],
    once: kind === 'ending-codes' ? words.onceALot : words.once,
  };
}

function headsOf(
  { kind, about }: AlertLetterInput,
  face: string,
  words: AlertLetterWords,
): Pick<Said, 'subject' | 'hint'> {
  if (kind === 'stock') return { subject: words.stockSubject(about, face), hint: words.stockHint };
  if (kind === 'ending-codes') return { subject: words.endingSubject(about, face), hint: words.endingHint };
  return { subject: words.limitSubject(about), hint: words.limitHint };
}

function sentenceOf({ kind, left, limit, endsOn }: AlertLetterInput, language: Language): string {
  const words = alertLetterWords[language];
  switch (kind) {
    case 'stock':
      return words.stock(left);
    case 'ending-codes':
      return words.ending(left, moscowDate(endOfMoscowDay(endsOn ?? '')));
    case 'orders-limit':
      return words.orders(left, limit ?? 0);
    case 'sum-limit':
      return words.sum(faceWords(left, language), faceWords(limit ?? 0, language));
  }
}

function sectionOf({ subject, sentence, hint, facts }: Said): Html {
  const rows = facts.map(
    ([name, value]) =>
      html`<tr><td class="muted" style="padding:4px 16px 4px 0;color:#685c50;vertical-align:top">${name}</td><td class="ink" style="padding:4px 0">${value}</td></tr>`,
  );
  return html`<tr><td class="pad ink" style="padding:28px 36px 20px;color:#2a211a;font:16px/24px ${raw(sans)}">
<h1 style="margin:0 0 12px;font:bold 24px/30px ${raw(serif)}">${subject}</h1>
<p style="margin:0 0 12px;font-size:18px"><strong>${sentence}</strong></p>
<p style="margin:0 0 16px">${hint}</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="font:15px/22px ${raw(sans)}">${rows}</table>
</td></tr>
`;
}

const textOf = ({ subject, sentence, hint, facts, once }: Said): string =>
  [subject, '', sentence, hint, '', ...facts.map(([name, value]) => `${name}: ${value}`), '', once].join(
    '\n',
  );
