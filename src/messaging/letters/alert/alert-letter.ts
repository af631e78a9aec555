/** The letter about codes or limits that run out, or sales that the supplier's program does not fetch, as HTML and text. */
import { endOfMoscowDay, moscowDate, moscowDateTime } from '../../../platform/time/moscow-time.ts';
import { html, raw, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { letterLayout, sans, serif, type Letter } from '../layout.ts';
import { alertLetterLabels, type AlertLetterLabels } from './labels.ts';

export interface AlertLetterInput {
  language: Language;
  kind: 'stock' | 'ending-codes' | 'orders-limit' | 'sum-limit' | 'pull';
  supplierName: string;
  /** Title of the product, or name of the brand or the supplier. */
  about: string;
  productId: number | null;
  faceKopecks: number | null;
  /** The last day of codes that expire too soon, `YYYY-MM-DD`. */
  endsOn: string | null;
  /** Codes, orders or kopecks; hours for which a sale waits. */
  left: number;
  limit: number | null;
  raisedAt: Date;
}

export function alertLetter(input: AlertLetterInput): Letter {
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
  const labels = alertLetterLabels[language];
  const { kind, about, faceKopecks, productId } = input;
  const face = faceKopecks === null ? '' : formatFace(faceKopecks, language);
  const codes = kind === 'stock' || kind === 'ending-codes';
  return {
    ...headsOf(input, face, labels),
    sentence: sentenceOf(input, language),
    facts: [
      [labels.supplier, input.supplierName],
      ...(codes
        ? ([
            [labels.product, `${about} (${productId})`],
            [labels.face, face],
          ] as [string, string][])
        : []),
      ...(kind.endsWith('-limit') ? [[labels.brand, about] as [string, string]] : []),
      [labels.at, moscowDateTime(input.raisedAt)],
    ],
    once: onceOf(kind, labels),
  };
}

function onceOf(kind: AlertLetterInput['kind'], labels: AlertLetterLabels): string {
  if (kind === 'pull') return labels.oncePulled;
  return kind === 'ending-codes' ? labels.onceALot : labels.once;
}

function headsOf(
  { kind, about }: AlertLetterInput,
  face: string,
  labels: AlertLetterLabels,
): Pick<Said, 'subject' | 'hint'> {
  if (kind === 'stock') return { subject: labels.stockSubject(about, face), hint: labels.stockHint };
  if (kind === 'ending-codes') return { subject: labels.endingSubject(about, face), hint: labels.endingHint };
  if (kind === 'pull') return { subject: labels.pullSubject(about), hint: labels.pullHint };
  return { subject: labels.limitSubject(about), hint: labels.limitHint };
}

function sentenceOf({ kind, left, limit, endsOn }: AlertLetterInput, language: Language): string {
  const labels = alertLetterLabels[language];
  switch (kind) {
    case 'stock':
      return labels.stock(left);
    case 'ending-codes':
      return labels.ending(left, moscowDate(endOfMoscowDay(endsOn ?? '')));
    case 'orders-limit':
      return labels.orders(left, limit ?? 0);
    case 'sum-limit':
      return labels.sum(formatFace(left, language), formatFace(limit ?? 0, language));
    case 'pull':
      return labels.pull(left);
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
