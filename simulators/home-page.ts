/** The demo's home page. */
import { formatExactMoment } from '../src/platform/text/formats.ts';
import { html, type Html } from '../src/platform/text/html.ts';
import type { Language } from '../src/platform/text/language.ts';
import type { OrderLine } from '../src/reports/order-report.ts';
import type { Page } from '../src/web/frame.ts';
import { at } from '../src/web/request-language.ts';
import { demoFrame, nothingYet, orderButton } from './demo-frame.ts';
import { demoLabels } from './demo-labels.ts';
import { personsLabels } from './persons/persons-labels.ts';
import { personsPath } from './persons/persons-page.ts';
import { mailboxPath, mailboxLabels } from './mailbox/mailbox-page.ts';
import { smsPath } from './sms/sms-page.ts';
import { smsLabels } from './sms/sms-labels.ts';
import { ordersList, storyView, type Story } from './story/story-page.ts';
import { travelSpans, type DemoClock } from './story/story-routes.ts';
import { storyLabels } from './story/story-labels.ts';
import { supplierLabels } from './supplier-labels.ts';

export interface DemoFacts {
  clients: { id: number; name: string }[];
  /** Logins of the tills. */
  logins: { page: string; user: string; password: string }[];
  /** Documentation served by this installation. */
  docs: { title: Record<Language, string>; path: string }[];
}

export interface HomeView extends DemoFacts {
  letters: number;
  texts: number;
  /** The newest order. */
  story: Story | null;
  earlier: OrderLine[];
  clock: Pick<DemoClock, 'now' | 'aheadMs'>;
}

export function homePage(view: HomeView, language: Language): Page {
  const { clients, docs, logins, letters, texts, story, earlier } = view;
  const labels = demoLabels[language];
  const main = html`<p class="lead">${labels.home.lead}</p>
${story === null ? nothingYet(storyLabels[language].none, orderButton(language)) : newestView(story, earlier, language)}
<h2>${labels.home.steps}</h2>
<ul class="cards">
${card(labels.inbox.title, at('/demo/inbox', language), labels.inbox.lead, labels.inbox.count(letters))}
${card(smsLabels[language].title, at(smsPath, language), smsLabels[language].lead, smsLabels[language].count(texts))}
${clients.map(({ id, name }) => card(labels.callbacks.titleOf(name), at(`/demo/callbacks/${id}`, language), labels.callbacks.lead))}
${card(supplierLabels[language].title, at('/demo/suppliers', language), supplierLabels[language].lead)}
${card(mailboxLabels[language].title, at(mailboxPath, language), mailboxLabels[language].lead)}
${card(personsLabels[language].title, at(personsPath, language), personsLabels[language].short)}
${card(labels.till.title, at('/till', language), labels.till.text)}
${docs.map(({ title, path }) => card(title[language], path, labels.docs.title))}
</ul>
${loginsView(logins, language)}
${timeForm(view.clock, language)}
<p class="muted small">${labels.home.note}</p>`;
  return demoFrame({ language, title: labels.home.title, path: '/demo', main });
}

/** What happened to the newest order, and the orders before it. */
const newestView = (story: Story, earlier: OrderLine[], language: Language): Html =>
  html`<div class="sides">${storyView(story, language)}
<div class="column">${orderButton(language)}${earlier.length > 0 && html`<section aria-labelledby="earlier"><h2 id="earlier">${storyLabels[language].latest}</h2>${ordersList(earlier, language)}</section>`}</div></div>`;

const card = (title: string, address: string, text: string, count: string | null = null): Html =>
  html`<li class="card"><h3><a href="${address}">${title}</a></h3><p>${text}</p>${count !== null && html`<p><span class="state">${count}</span></p>`}</li>`;

/** Who may sign in at the till. */
function loginsView(logins: DemoFacts['logins'], language: Language): Html | false {
  const { title, user, password } = demoLabels[language].till;
  if (logins.length === 0) return false;
  return html`<section class="card" aria-labelledby="logins"><h2 id="logins">${title}</h2>
<ul class="logins">${logins.map((login) => html`<li>${user} <code>${login.user}</code><br>${password} <code>${login.password}</code></li>`)}</ul></section>`;
}

/** The demo's clock: makes retries, scheduled letters and deadlines happen at once. */
function timeForm(clock: HomeView['clock'], language: Language): Html {
  const labels = demoLabels[language].time;
  // Both clocks are read one after the other, so a difference of a second does not count as ahead.
  const aheadHours = Math.round(clock.aheadMs() / 3_600_000);
  return html`<form method="post" action="${at('/demo/time', language)}" id="time" class="card">
<h2>${labels.title}</h2>
<p>${labels.text}</p>
<p><b>${labels.now(formatExactMoment(clock.now(), language))}</b>${aheadHours > 0 && html` <span class="muted">${labels.ahead(aheadHours)}</span>`}</p>
<p class="actions">${Object.keys(travelSpans).map((span) => html`<button class="button" name="span" value="${span}">${labels.spans[span as keyof typeof travelSpans]}</button>`)}${aheadHours > 0 && html`<button class="button" name="span" value="reset">${labels.reset}</button>`}</p>
<div><p class="muted small">${labels.command}</p>
<pre tabindex="0">node bin/facevalue.mjs time travel 2h</pre></div></form>`;
}
