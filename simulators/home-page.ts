import { moscowDateTime } from '../src/platform/time/moscow-time.ts';
import { html, type Html } from '../src/platform/text/html.ts';
import type { Language } from '../src/platform/text/language.ts';
import type { OrderLine } from '../src/reports/order-report.ts';
import { demoFrame, inLanguage, orderButton } from './demo-frame.ts';
import { demoLabels } from './demo-labels.ts';
import { mailboxPath, mailboxLabels } from './mailbox/mailbox-page.ts';
import { smsPath } from './sms/sms-page.ts';
import { smsLabels } from './sms/sms-labels.ts';
import { ordersList, storyView, type Story } from './story/story-page.ts';
import { travelSpans, type DemoClock } from './story/story-routes.ts';
import { storyLabels } from './story/story-labels.ts';
import { supplierLabels } from './supplier-labels.ts';

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
  const labels = demoLabels[language];
  const main = html`<p>${labels.home.lead}</p>
<p class="muted">${labels.home.note}</p>
${story === null ? html`<p>${storyLabels[language].none}</p>` : storyView(story, language)}
${orderButton(language)}
${earlier.length > 0 && html`<h2>${storyLabels[language].latest}</h2>${ordersList(earlier, language)}`}
<h2>${labels.home.steps}</h2>
<ul class="cards">
${card(labels.inbox.title, inLanguage('/demo/inbox', language), `${labels.inbox.lead} ${labels.inbox.count(letters)}.`)}
${card(smsLabels[language].title, inLanguage(smsPath, language), `${smsLabels[language].lead} ${smsLabels[language].count(texts)}.`)}
${clients.map(({ id, name }) => card(labels.callbacks.titleOf(name), inLanguage(`/demo/callbacks/${id}`, language), labels.callbacks.lead))}
${card(supplierLabels[language].title, inLanguage('/demo/suppliers', language), supplierLabels[language].lead)}
${card(mailboxLabels[language].title, inLanguage(mailboxPath, language), mailboxLabels[language].lead)}
${docs.map(({ title, path }) => card(title[language], path, labels.docs.title))}
<li class="card"><h3><a href="${inLanguage('/till', language)}">${labels.till.title}</a></h3><p>${labels.till.text}</p>${loginList(logins, language)}</li>
</ul>
${timeForm(view.clock, language)}`;
  return demoFrame({ language, title: labels.home.title, path: '/demo', main });
}

const card = (title: string, address: string, text: string): Html =>
  html`<li class="card"><h3><a href="${address}">${title}</a></h3><p>${text}</p></li>`;

const loginList = (logins: DemoFacts['logins'], language: Language): Html | false => {
  const { user, password } = demoLabels[language].till;
  return (
    logins.length > 0 &&
    html`<ul class="logins">${logins.map((login) => html`<li>${user} <code>${login.user}</code><br>${password} <code>${login.password}</code></li>`)}</ul>`
  );
};

/** The demo world's clock: retries, postponed letters and deadlines come at once. */
function timeForm(clock: HomeView['clock'], language: Language): Html {
  const labels = demoLabels[language].time;
  // Both clocks are read one after the other, so a second is not ahead.
  const aheadHours = Math.round(clock.aheadMs() / 3_600_000);
  return html`<form method="post" action="/demo/time" id="time"><fieldset><legend>${labels.title}</legend>
<input type="hidden" name="lang" value="${language}">
<p>${labels.text}</p>
<p><b>${labels.now(moscowDateTime(clock.now()))}</b>${aheadHours > 0 && html` <span class="muted">${labels.ahead(aheadHours)}</span>`}</p>
<p class="row">${Object.keys(travelSpans).map((span) => html`<button name="span" value="${span}">${labels.spans[span as keyof typeof travelSpans]}</button>`)}${aheadHours > 0 && html`<button name="span" value="reset" class="second">${labels.reset}</button>`}</p>
<p class="muted small">${labels.command}</p>
<pre tabindex="0">node bin/facevalue.mjs time travel 2h</pre></fieldset></form>`;
}
