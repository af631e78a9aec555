import { html, safeUrl, type Html } from '../src/platform/web/html.ts';
import type { Language } from '../src/platform/web/language.ts';
import { demoFrame, inLanguage } from './demo-frame.ts';
import { demoWords } from './demo-words.ts';
import { mailboxPath, mailboxWords } from './mailbox/mailbox-page.ts';
import { smsPath } from './sms/sms-page.ts';
import { smsWords } from './sms/sms-words.ts';
import { supplierWords } from './supplier-words.ts';

export interface DemoFacts {
  clients: { id: number; name: string }[];
  /** The first order's gift page, once it has been issued. */
  giftLink: string | null;
  /** Documentation that this installation serves. */
  docs: { title: Record<Language, string>; path: string }[];
}

export function homePage(
  { clients, giftLink, docs }: DemoFacts,
  { letters, texts }: { letters: number; texts: number },
  language: Language,
): string {
  const words = demoWords[language];
  const gift = safeUrl(giftLink);
  const main = html`<p>${words.home.lead}</p>
<p class="muted">${words.home.note}</p>
<h2>${words.home.steps}</h2>
<ul class="cards">
${card(words.gift.title, gift, gift === null ? words.gift.none : words.gift.text)}
${card(words.inbox.title, inLanguage('/demo/inbox', language), `${words.inbox.lead} ${words.inbox.count(letters)}.`)}
${card(smsWords[language].title, inLanguage(smsPath, language), `${smsWords[language].lead} ${smsWords[language].count(texts)}.`)}
${clients.map(({ id, name }) => card(words.callbacks.titleOf(name), inLanguage(`/demo/callbacks/${id}`, language), words.callbacks.lead))}
${card(supplierWords[language].title, inLanguage('/demo/suppliers', language), supplierWords[language].lead)}
${card(mailboxWords[language].title, inLanguage(mailboxPath, language), mailboxWords[language].lead)}
${card(words.till.title, inLanguage('/till', language), words.till.text)}
${docs.map(({ title, path }) => card(title[language], path, words.docs.title))}
<li class="card"><h3>${words.time.title}</h3><p>${words.time.text}</p><pre tabindex="0">facevalue time travel 2h</pre></li>
</ul>`;
  return demoFrame({ language, title: words.home.title, path: '/demo', main });
}

const card = (title: string, address: string | null, text: string): Html =>
  html`<li class="card"><h3>${address === null ? title : html`<a href="${address}">${title}</a>`}</h3><p>${text}</p></li>`;
