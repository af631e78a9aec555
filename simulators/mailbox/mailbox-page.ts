/** The demo's page of the platform's mailbox. */
import { simpleParser } from 'mailparser';
import { html, type Html } from '../../src/platform/text/html.ts';
import type { Language } from '../../src/platform/text/language.ts';
import type { Page } from '../../src/web/frame.ts';
import { at } from '../../src/web/request-language.ts';
import { exactMomentView } from '../../src/web/shell/parts-view.ts';
import { demoFrame, nothingYet } from '../demo-frame.ts';
import { addressesOf } from '../mail-inbox.ts';
import { headerOf } from './envelope.ts';
import type { KeptMail, MailFolder } from './mail-folder.ts';

const shownMails = 50;
export const mailboxPath = '/demo/mailbox';

export const mailboxLabels = {
  ru: {
    title: 'Ящик платформы',
    lead: 'Сюда поставщики шлют таблицы с кодами и ответы на письма об активации. Платформа читает ящик по IMAP раз в полминуты.',
    follow: 'Что стало с письмом',
    seenBy: (people: Html) => html`Это видит оператор: войти им можно на странице ${people}.`,
    people: '«Люди»',
    pages: [
      ['/o/drafts', 'Таблицы с кодами: что ждёт решения и что не приняли', 'facevalue draft list'],
      ['/o/activation', 'Письма об активации и ответы на них', 'facevalue activation list'],
      ['/o/senders', 'Чьи таблицы принимаются', 'facevalue draft senders'],
    ],
    count: (mails: number) => `Писем: ${mails}`,
    none: 'Писем пока нет.',
    go: 'Попросить поставщика написать',
    refresh: 'Обновить',
    states: { unread: 'ещё не прочитано', read: 'прочитано', unusual: 'прочитано, нужен человек' },
  },
  en: {
    title: 'The platform’s mailbox',
    lead: 'Here suppliers send spreadsheets with codes and answers to activation letters. The platform reads it over IMAP every half minute.',
    follow: 'What became of a mail',
    seenBy: (people: Html) => html`The operator sees it: sign in as one on the page ${people}.`,
    people: '“People”',
    pages: [
      ['/o/drafts', 'Spreadsheets with codes: what waits and what was not accepted', 'facevalue draft list'],
      ['/o/activation', 'Activation letters and the answers to them', 'facevalue activation list'],
      ['/o/senders', 'Whose spreadsheets are accepted', 'facevalue draft senders'],
    ],
    count: (mails: number) => `Mails: ${mails}`,
    none: 'No mails yet.',
    go: 'Have a supplier write one',
    refresh: 'Refresh',
    states: { unread: 'not read yet', read: 'read', unusual: 'read, needs a person' },
  },
} as const satisfies Record<Language, object>;

interface MailLine {
  at: Date;
  from: string;
  subject: string;
  state: 'unread' | 'read' | 'unusual';
}

/** The page that lists the newest mails of the mailbox, without a word of what they say. */
export async function mailboxPage(folder: MailFolder, language: Language): Promise<Page> {
  const newest = folder.mails().slice(-shownMails).toReversed();
  const lines = await Promise.all(newest.map((mail) => lineOf(folder, mail)));
  const labels = mailboxLabels[language];
  const write = html`<p><a class="button main" href="${at('/demo/suppliers', language)}">${labels.go}</a></p>`;
  const main = html`<p class="lead">${labels.lead}</p>
${lines.length === 0 ? nothingYet(labels.none, write) : [countBar(folder.mails().length, language), mailList(lines, language), write]}
<section><h2>${labels.follow}</h2>
<p class="muted">${labels.seenBy(html`<a href="${at('/demo/persons', language)}">${labels.people}</a>`)}</p>
<ul class="card lines">${labels.pages.map(
    ([path, text, command]) => html`<li><a href="${at(path, language)}"><b>${text}</b>
<span class="under"><code>${command}</code></span></a></li>`,
  )}</ul></section>`;
  return demoFrame({ language, title: labels.title, path: mailboxPath, main });
}

const countBar = (mails: number, language: Language): Html =>
  html`<div class="bar"><span class="state">${mailboxLabels[language].count(mails)}</span><a href="${at(mailboxPath, language)}">${mailboxLabels[language].refresh}</a></div>`;

const tones: Record<MailLine['state'], string> = { unread: '', read: 'yes', unusual: 'note' };

const mailList = (lines: MailLine[], language: Language): Html =>
  html`<ul class="card lines">${lines.map((line) => mailLine(line, language))}</ul>`;

const mailLine = ({ at: instant, from, subject, state }: MailLine, language: Language): Html =>
  html`<li><div><b>${subject}</b> <span class="state ${tones[state]}">${mailboxLabels[language].states[state]}</span>
<span class="under">${from}</span> ${exactMomentView(instant, language)}</div></li>`;

async function lineOf(folder: MailFolder, { uid, at: instant, flags }: KeptMail): Promise<MailLine> {
  const { from, subject = '' } = await simpleParser(headerOf(await folder.read(uid)));
  const state = flags.includes('\\Flagged') ? 'unusual' : flags.includes('\\Seen') ? 'read' : 'unread';
  return { at: instant, from: addressesOf(from), subject, state };
}
