/** Figures of the last whole run in the documents: the bench writes them, and a test compares them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Line } from './line.ts';
import type { Machine } from './machine.ts';

type Language = 'en' | 'ru';

/** What a document says of the results; each name in braces stands for a figure, or for a fact of the machine. */
interface Quote {
  file: string;
  language: Language;
  text: string;
}

interface Kept {
  machine: Machine;
  lines: Line[];
}

const root = join(import.meta.dirname, '../..');

const figures: Record<string, [section: string, what: string]> = {
  accepted: ['accept', 'signed makeOrder, 100 clients'],
  issued: ['issue', 'issued end to end'],
  told: ['issue', 'issued end to end, callbacks sent'],
  asked: ['suppliers', 'issued end to end by a supplier’s API'],
  bulk: ['bulk', 'lines placed and issued, of 100000'],
  statuses: ['status', 'getStatus'],
  redeemed: ['redeem', 'redeem, durable'],
  opened: ['gift-pages', 'gift pages, opened on record'],
  letters: ['letters', 'gift letters taken by a mail server'],
  texts: ['texts', 'texts of 2 parts taken by an SMPP peer'],
  pdfs: ['pdfs', 'certificates drawn as PDF'],
  issueP50: ['issue-time', 'issue time at 500/s, p50'],
  issueP99: ['issue-time', 'issue time at 500/s, p99'],
  serve: ['issue', 'processor time an order: serve'],
  work: ['issue', 'processor time an order: work'],
  postgres: ['issue', 'processor time an order: PostgreSQL'],
  askedServe: ['suppliers', 'processor time an order by API: serve'],
  askedWork: ['suppliers', 'processor time an order by API: work'],
  askedPostgres: ['suppliers', 'processor time an order by API: PostgreSQL'],
};

const facts: Record<string, (machine: Machine, language: Language) => string> = {
  date: ({ date }, language) => formatDate(new Date(date), language),
  cores: ({ cores }) => String(cores),
  processor: ({ processor }) => processor,
  memory: ({ memoryGiB }) => String(memoryGiB),
  postgresql: ({ postgres }) => postgres,
};

const scaling = {
  en: [
    'Measured by `npm run bench` on {date}: {cores} cores ({processor}), {memory} GB of memory, one `serve`, one `work`, PostgreSQL {postgresql} **and',
    '| orders accepted (signed `makeOrder`, of 100 clients) | {accepted} |',
    '| orders from the request to the certificate, from a pool | {issued} |',
    '| the same with callbacks sent and accepted | {told} |',
    "| orders whose code a supplier's API issues | {asked} |",
    '| lines of a bulk order of 100,000 | {bulk} |',
    '| answers of `getStatus` | {statuses} |',
    '| redemptions | {redeemed} |',
    '| gift pages opened | {opened} |',
    '| gift letters, SMS of two parts | {letters}, {texts} |',
    '| PDFs | {pdfs} |',
    'At 500 orders a second the certificate is there {issueP50} ms after acceptance (p50) and after {issueP99} ms in 99 of 100 cases.',
    '| from a pool, from the request to the certificate | {serve} µs | {work} µs | {postgres} µs |',
    "| issued by a supplier's API | {askedServe} µs | {askedWork} µs | {askedPostgres} µs |",
  ],
  ru: [
    'Измерено командой `npm run bench` {date}: ядер — {cores} ({processor}), памяти — {memory} ГБ, один `serve`, один `work`, PostgreSQL {postgresql} **и',
    '| принятых заказов (подписанный `makeOrder`, 100 клиентов) | {accepted} |',
    '| заказов от запроса до сертификата, из пула | {issued} |',
    '| то же, с отправленными и принятыми обратными вызовами | {told} |',
    '| заказов, код для которых выпускает API поставщика | {asked} |',
    '| строк массового заказа на 100 000 | {bulk} |',
    '| ответов `getStatus` | {statuses} |',
    '| погашений | {redeemed} |',
    '| открытых страниц подарка | {opened} |',
    '| писем с подарком, СМС из двух частей | {letters}, {texts} |',
    '| PDF | {pdfs} |',
    'При 500 заказах в секунду сертификат готов через {issueP50} мс после приёма (p50), в 99 случаях из 100 — через {issueP99} мс.',
    '| из пула, от запроса до сертификата | {serve} мкс | {work} мкс | {postgres} мкс |',
    '| выпущенный API поставщика | {askedServe} мкс | {askedWork} мкс | {askedPostgres} мкс |',
  ],
};

export const quotes: Quote[] = [
  {
    file: 'README.md',
    language: 'en',
    text: 'Measured on {cores} cores with PostgreSQL and the load generator on the same machine: {issued} certificates a second from signed request to committed certificate; at 500 orders a second, 99 % are issued within {issueP99} ms of acceptance',
  },
  ...scaling.en.map((text): Quote => ({ file: 'docs/scaling.md', language: 'en', text })),
  ...scaling.ru.map((text): Quote => ({ file: 'docs/ru/scaling.md', language: 'ru', text })),
];

/** As it should stand in the document; null: the results lack one of the figures. */
export function quoted({ text, language }: Quote, { machine, lines }: Kept): string | null {
  const missing: string[] = [];
  const whole = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact !== undefined) return fact(machine, language);
    const [section, what] = figures[name] ?? [];
    const line = lines.find((one) => one.section === section && one.what === what);
    if (line === undefined) missing.push(name);
    return line === undefined ? '' : format(line.value, language);
  });
  return missing.length === 0 ? whole : null;
}

/** Writes the figures of a run into the documents, wherever they stand. */
export function writeQuotes(results: Kept): void {
  for (const quote of quotes) {
    const whole = quoted(quote, results);
    if (whole === null) continue;
    const file = join(root, quote.file);
    writeFileSync(file, rewritten(readFileSync(file, 'utf8'), quote, whole));
  }
}

export const rewritten = (document: string, quote: Quote, whole: string): string =>
  document.replace(patternOf(quote), () => whole);

const patternOf = ({ text }: Quote): RegExp =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => RegExp.escape(part))
      .join('[^|\\n]+?'),
  );

/** Russian leaves four digits together. */
const format = (value: number, language: Language): string =>
  language === 'en'
    ? Math.round(value).toLocaleString('en-US')
    : Math.round(value).toLocaleString('ru-RU', { useGrouping: 'min2' }).replaceAll('\u00a0', ' ');

const formatDate = (date: Date, language: Language): string =>
  date
    .toLocaleDateString(language === 'en' ? 'en-GB' : 'ru-RU', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    .replace(/\sг\.$/, ' года');
