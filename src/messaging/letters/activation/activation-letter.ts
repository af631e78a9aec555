/** The letter that asks a supplier to activate sold codes. */
import { moscowDate } from '../../../platform/time/moscow-time.ts';
import { html, raw, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { formatDate, formatFace } from '../../../platform/text/formats.ts';
import { letterButton, letterLayout, sans, serif, type Letter } from '../layout.ts';
import { activationLetterLabels, type ActivationLetterLabels } from './labels.ts';

/** Rows shown in the letter itself; the attached table has all of them. */
const maxShownRows = 200;

export interface ActivationLetterRow {
  row: number;
  number: string;
  faceKopecks: number;
  expiresAt: Date | null;
  orderNumber: string;
}

export interface ActivationLetterInput {
  letterId: number;
  supplierName: string;
  language: Language;
  kind: 'table' | 'reminder';
  madeAt: Date;
  /** Address of the confirmation page. */
  link: string;
  /** Whether the platform has a mailbox that reads replies. */
  mayReply: boolean;
  /** What is still to be activated. */
  rows: ActivationLetterRow[];
}

/** The letter that asks a supplier's employee to activate sold codes, as HTML and text. */
export function activationLetter(input: ActivationLetterInput): Letter {
  const labels = activationLetterLabels[input.language];
  const subject = labels.subject(input.letterId, input.rows.length);
  return {
    subject: input.kind === 'reminder' ? labels.reminder(subject) : subject,
    html: htmlOf(input, labels),
    text: textOf(input, labels),
  };
}

/** The heading and the rows for the letter's table, its text and the attached workbook. */
export const tableHeadings = (labels: ActivationLetterLabels): string[] => [
  labels.row,
  labels.number,
  labels.face,
  labels.validity,
  labels.order,
];

const validityOf = (row: ActivationLetterRow, labels: ActivationLetterLabels): string =>
  row.expiresAt === null ? labels.unlimited : labels.until(moscowDate(row.expiresAt));

const sentencesOf = (input: ActivationLetterInput, labels: ActivationLetterLabels): string[] => [
  ...(input.kind === 'reminder' ? [labels.reminded(formatDate(input.madeAt, input.language))] : []),
  labels.ask(input.rows.length),
  labels.howByLink,
  ...(input.mayReply ? [labels.howByReply] : []),
];

const cellStyle = `padding:8px 6px;border-bottom:1px solid #dccfbd;font:13px/20px ${sans};text-align:left`;
const broken = 'word-break:normal;overflow-wrap:anywhere';
const whole = 'word-break:normal;overflow-wrap:normal';
/** On narrow screens columns of numbers may wrap; sums and dates do not. */
const wrapping = [whole, broken, whole, whole, broken];
const cellOf = (column: number): string => `${cellStyle};${wrapping[column] ?? broken}`;

function htmlOf(input: ActivationLetterInput, labels: ActivationLetterLabels): string {
  const shown = input.rows.slice(0, maxShownRows);
  const hidden = input.rows.length - shown.length;
  const rows = html`<tr><td class="pad" style="padding:32px 36px 0">
<h1 class="ink" style="margin:0 0 14px;color:#241d16;font:bold 26px/32px ${raw(serif)}">${labels.title}</h1>
<p class="ink" style="margin:0 0 10px;color:#241d16;font:16px/24px ${raw(sans)}">${labels.hello(input.supplierName)}</p>
${sentencesOf(input, labels).map((sentence) => html`<p class="ink" style="margin:0 0 10px;color:#241d16;font:16px/24px ${raw(sans)}">${sentence}</p>`)}
</td></tr>
<tr><td class="pad" style="padding:20px 36px 0">${letterButton(input.link, labels.button)}</td></tr>
<tr><td class="pad" style="padding:24px 36px 0">
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;border-collapse:collapse">
<tr>${tableHeadings(labels).map((heading, column) => html`<th class="muted rule cell" scope="col" style="${cellOf(column)};color:#685c50">${heading}</th>`)}</tr>
${shown.map((row) => tableRow(row, input.language, labels))}
</table>
${hidden > 0 && html`<p class="muted" style="margin:12px 0 0;color:#685c50;font:14px/20px ${raw(sans)}">${labels.more(hidden)}</p>`}
</td></tr>
<tr><td class="pad" style="padding:16px 36px 32px">
<p class="muted" style="margin:0;color:#685c50;font:13px/20px ${raw(sans)}">${labels.linkHint}<br><a class="accent" href="${input.link}" style="color:#a63c1a;word-break:break-all">${input.link}</a></p>
</td></tr>`;
  return letterLayout({
    language: input.language,
    title: labels.title,
    preheader: labels.ask(input.rows.length),
    rows,
    foot: html`${labels.keepSecret}`,
  });
}

function tableRow(row: ActivationLetterRow, language: Language, labels: ActivationLetterLabels): Html {
  const cells = [
    String(row.row),
    row.number,
    formatFace(row.faceKopecks, language),
    validityOf(row, labels),
    row.orderNumber,
  ];
  return html`<tr>${cells.map((cell, column) => html`<td class="ink rule cell" style="${cellOf(column)};color:#241d16">${cell}</td>`)}</tr>`;
}

function textOf(input: ActivationLetterInput, labels: ActivationLetterLabels): string {
  const lines = input.rows
    .slice(0, maxShownRows)
    .map((row) =>
      [
        `${row.row})`,
        row.number,
        formatFace(row.faceKopecks, input.language),
        validityOf(row, labels),
        row.orderNumber,
      ].join('  '),
    );
  const hidden = input.rows.length - lines.length;
  return [
    labels.hello(input.supplierName),
    ...sentencesOf(input, labels),
    `${labels.button}:\n${input.link}`,
    [tableHeadings(labels).join('  '), ...lines, ...(hidden > 0 ? [labels.more(hidden)] : [])].join('\n'),
    labels.keepSecret,
  ]
    .join('\n\n')
    .concat('\n');
}
