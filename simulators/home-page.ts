import { moscowDateTime } from '../src/platform/moscow-time.ts';
import { html, type Html } from '../src/platform/web/html.ts';
import type { Language } from '../src/platform/web/language.ts';
import type { OrderLine } from '../src/reports/order-report.ts';
import { demoFrame, inLanguage, orderButton } from './demo-frame.ts';
import { demoWords } from './demo-words.ts';
import { mailboxPath, mailboxWords } from './mailbox/mailbox-page.ts';
import { smsPath } from './sms/sms-page.ts';
import { smsWords } from './sms/sms-words.ts';
import { ordersList, storyView, type Story } from './story/story-page.ts';
import { travelSpans, type DemoClock } from './story/story-routes.ts';
import { storyWords } from './story/story-words.ts';
import { supplierWords } from './supplier-words.ts';

export interface DemoFacts {
  clients: { id: number; name: string }[];
  /** Of the tills. */
  logins: { page: string; user: string; password: string }[];
  /** Documentation that this installation serves. */
  docs: { title: Record<Language, string>; path: string }[];
}

export interface HomeView extends DemoFacts {
  letters: number;
  texts: number;
  /** Of the newest order. */
  story: Story | null;
  earlier: OrderLine[];
  clock: Pick<DemoClock, 'now' | 'aheadMs'>;
}

export function homePage(view: HomeView, language: Language): string {
  const { clients, docs, logins, letters, texts, story, earlier } = view;
  const words = demoWords[language];
  const main = html`<p>${words.home.lead}</p>
<p class="muted">${words.home.note}</p>
${story === null ? html`<p>${storyWords[language].none}</p>` : storyView(story, language)}
${orderButton(language)}
${earlier.length > 0 && html`<h2>${storyWords[language].latest}</h2>${ordersList(earlier, language)}`}
<h2>${words.home.steps}</h2>
<ul class="cards">
${card(words.inbox.title, inLanguage('/demo/inbox', language), `${words.inbox.lead} ${words.inbox.count(letters)}.`)}
${card(smsWords[language].title, inLanguage(smsPath, language), `${smsWords[language].lead} ${smsWords[language].count(texts)}.`)}
${clients.map(({ id, name }) => card(words.callbacks.titleOf(name), inLanguage(`/demo/callbacks/${id}`, language), words.callbacks.lead))}
${card(supplierWords[language].title, inLanguage('/demo/suppliers', language), supplierWords[language].lead)}
${card(mailboxWords[language].title, inLanguage(mailboxPath, language), mailboxWords[language].lead)}
${docs.map(({ title, path }) => card(title[language], path, words.docs.title))}
<li class="card"><h3><a href="${inLanguage('/till', language)}">${words.till.title}</a></h3><p>${words.till.text}</p>${loginList(logins, language)}</li>
</ul>
${timeForm(view.clock, language)}`;
  return demoFrame({ language, title: words.home.title, path: '/demo', main });
}

const card = (title: string, address: string, text: string): Html =>
  html`<li class="card"><h3><a href="${address}">${title}</a></h3><p>${text}</p></li>`;

const loginList = (logins: DemoFacts['logins'], language: Language): Html | false => {
  const { user, password } = demoWords[language].till;
  return (
    logins.length > 0 &&
    html`<ul class="logins">${logins.map((login) => html`<li>${user} <code>${login.user}</code><br>${password} <code>${login.password}</code></li>`)}</ul>`
  );
};

/** The demo world's clock: retries, postponed letters and deadlines come at once. */
function timeForm(clock: HomeView['clock'], language: Language): Html {
  const words = demoWords[language].time;
  // Both clocks are read one after the other, so a second is not ahead.
  const aheadHours = Math.round(clock.aheadMs() / 3_600_000);
  return html`<form method="post" action="/demo/time" id="time"><fieldset><legend>${words.title}</legend>
<input type="hidden" name="lang" value="${language}">
<p>${words.text}</p>
<p><b>${words.now(moscowDateTime(clock.now()))}</b>${aheadHours > 0 && html` <span class="muted">${words.ahead(aheadHours)}</span>`}</p>
<p class="row">${Object.keys(travelSpans).map((span) => html`<button name="span" value="${span}">${words.spans[span as keyof typeof travelSpans]}</button>`)}${aheadHours > 0 && html`<button name="span" value="reset" class="second">${words.reset}</button>`}</p>
<p class="muted small">${words.command}</p>
<pre tabindex="0">node bin/facevalue.mjs time travel 2h</pre></fieldset></form>`;
}
