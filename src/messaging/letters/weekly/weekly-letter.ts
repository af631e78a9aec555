/** The letter of what a client ordered in a week. */
import { formatCount, formatFace, formatShortDate } from '../../../platform/text/formats.ts';
import { html, raw, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { dayAfter } from '../../../platform/time/moscow-time.ts';
import { letterButton, letterLayout, sans, serif, type Letter } from '../layout.ts';
import { weeklyLabels } from './labels.ts';

export interface WeeklyLetterInput {
  language: Language;
  client: string;
  /** Its Monday. */
  week: string;
  issued: number;
  sumKopecks: number;
  failed: number;
  cancelled: number;
  open: number;
  issuedBefore: number;
  sumKopecksBefore: number;
  products: { title: string; orders: number; sumKopecks: number }[];
  failures: { code: number; name: string; orders: number }[];
  link: string;
  notificationsLink: string;
}

const lastDay = 6;

export function weeklyLetter(input: WeeklyLetterInput): Letter {
  const { language, link, notificationsLink } = input;
  const labels = weeklyLabels[language];
  const subject = labels.subject(
    input.client,
    dateOf(input.week, language),
    dateOf(dayAfter(input.week, lastDay), language),
  );
  const totals = totalsOf(input);
  const before = labels.before(
    formatCount(input.issuedBefore, language),
    formatFace(input.sumKopecksBefore, language),
  );
  const lists = listsOf(input);
  return {
    subject,
    html: letterLayout({
      language,
      title: subject,
      preheader: totals.map(([name, value]) => `${name}: ${value}`).join(' · '),
      rows: html`<tr><td class="pad ink" style="padding:28px 36px 28px;color:#2a211a;font:16px/24px ${raw(sans)}">
<h1 style="margin:0 0 16px;font:bold 24px/30px ${raw(serif)}">${subject}</h1>
${tableOf(totals, '18px')}
<p class="muted" style="margin:8px 0 20px;color:#685c50;font-size:15px">${before}</p>
${lists.map(({ title, rows }) => html`<h2 style="margin:0 0 4px;font:bold 18px/26px ${raw(serif)}">${title}</h2>${tableOf(rows, '16px')}<p style="margin:0 0 12px"></p>`)}
${letterButton(link, labels.see)}
</td></tr>
`,
      foot: html`${labels.foot}<br><a class="muted" href="${notificationsLink}" style="color:#685c50">${labels.notifications}</a>`,
    }),
    text: [
      subject,
      '',
      ...totals.map(lineOf),
      before,
      ...lists.flatMap(({ title, rows }) => ['', `${title}:`, ...rows.map(lineOf)]),
      '',
      `${labels.see}:`,
      link,
      '',
      labels.foot,
      `${labels.notifications}: ${notificationsLink}`,
    ].join('\n'),
  };
}

const dateOf = (day: string, language: Language): string =>
  formatShortDate(new Date(`${day}T12:00:00+03:00`), language);

type Row = readonly [name: string, value: string];

const lineOf = ([name, value]: Row): string => `${name}: ${value}`;

/** What is none of the usual is left out where there is none. */
function totalsOf(input: WeeklyLetterInput): Row[] {
  const { language } = input;
  const labels = weeklyLabels[language];
  const rare: [string, number][] = [
    [labels.failed, input.failed],
    [labels.cancelled, input.cancelled],
    [labels.open, input.open],
  ];
  return [
    [labels.issued, formatCount(input.issued, language)],
    [labels.sum, formatFace(input.sumKopecks, language)],
    ...rare
      .filter(([, count]) => count > 0)
      .map(([name, count]): Row => [name, formatCount(count, language)]),
  ];
}

function listsOf({
  language,
  products,
  failures,
}: WeeklyLetterInput): { title: string; rows: readonly Row[] }[] {
  const labels = weeklyLabels[language];
  const count = (orders: number): string => formatCount(orders, language);
  return [
    {
      title: labels.products,
      rows: products.map(({ title, orders, sumKopecks }): Row => [
        title,
        `${count(orders)} · ${formatFace(sumKopecks, language)}`,
      ]),
    },
    {
      title: labels.failures,
      rows: failures.map(({ code, name, orders }): Row => [`${name} (${labels.code(code)})`, count(orders)]),
    },
  ].filter(({ rows }) => rows.length > 0);
}

const tableOf = (rows: readonly Row[], size: string): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="font-size:${raw(size)};line-height:26px">${rows.map(
    ([name, value]) =>
      html`<tr><td class="ink" style="padding:2px 12px 2px 0;color:#2a211a;overflow-wrap:anywhere">${name}</td><td class="ink" align="right" style="padding:2px 0;color:#2a211a;font-weight:bold;white-space:nowrap">${value}</td></tr>`,
  )}</table>`;
