import { simpleParser } from 'mailparser';
import { html, type Html } from '../../src/platform/text/html.ts';
import type { Language } from '../../src/platform/text/language.ts';
import type { Page } from '../../src/web/frame.ts';
import { at } from '../../src/web/request-language.ts';
import { demoFrame, moment, nothingYet } from '../demo-frame.ts';
import { addressesOf } from '../mail-inbox.ts';
import { supplierLabels } from '../supplier-labels.ts';
import { headerOf } from './envelope.ts';
import type { KeptMail, MailFolder } from './mail-folder.ts';

const shownMails = 50;
export const mailboxPath = '/demo/mailbox';

export const mailboxLabels = {
  ru: {
    title: 'Ящик платформы',
    lead: 'Сюда поставщики шлют таблицы с кодами и ответы на письма об активации. Платформа читает ящик по IMAP раз в полминуты.',
    hint: 'Что стало с письмом, скажут facevalue draft list, facevalue draft list --refused и facevalue activation list. Написать письмо можно на странице поставщика.',
    none: 'Писем пока нет.',
    go: 'Попросить поставщика написать',
    refresh: 'Обновить',
    from: 'От кого',
    subject: 'Тема',
    at: 'Время (Москва)',
    state: 'Что с ним',
    states: { unread: 'ещё не прочитано', read: 'прочитано', unusual: 'прочитано, нужен человек' },
  },
  en: {
    title: 'The platform’s mailbox',
    lead: 'Here suppliers send spreadsheets with codes and answers to activation letters. The platform reads it over IMAP every half minute.',
    hint: 'What became of a mail is told by facevalue draft list, facevalue draft list --refused and facevalue activation list. A mail can be written on a supplier’s page.',
    none: 'No mails yet.',
    go: 'Have a supplier write one',
    refresh: 'Refresh',
    from: 'From',
    subject: 'Subject',
    at: 'Time (Moscow)',
    state: 'What of it',
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
<div class="bar"><a href="${at('/demo/suppliers', language)}">${supplierLabels[language].title}</a><a href="${at(mailboxPath, language)}">${labels.refresh}</a></div>
${lines.length === 0 ? nothingYet(labels.none, write) : mailTable(lines, language)}
<p class="muted small">${labels.hint}</p>`;
  return demoFrame({ language, title: labels.title, path: mailboxPath, main });
}

const tones: Record<MailLine['state'], string> = { unread: '', read: 'yes', unusual: 'note' };

function mailTable(lines: MailLine[], language: Language): Html {
  const labels = mailboxLabels[language];
  const headings = [labels.at, labels.from, labels.subject, labels.state];
  return html`<div class="card"><table class="stacks">
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${lines.map((line) => html`<tr><td data-name="${labels.at}">${moment(line.at)}</td><td data-name="${labels.from}">${line.from}</td><td data-name="${labels.subject}">${line.subject}</td><td data-name="${labels.state}"><span class="state ${tones[line.state]}">${labels.states[line.state]}</span></td></tr>`)}</tbody></table></div>`;
}

async function lineOf(folder: MailFolder, { uid, at: instant, flags }: KeptMail): Promise<MailLine> {
  const { from, subject = '' } = await simpleParser(headerOf(await folder.read(uid)));
  const state = flags.includes('\\Flagged') ? 'unusual' : flags.includes('\\Seen') ? 'read' : 'unread';
  return { at: instant, from: addressesOf(from), subject, state };
}
