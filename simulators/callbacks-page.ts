/** The page with the callbacks that a demo client received. */
import { html, safeUrl, type Content, type Html } from '../src/platform/text/html.ts';
import type { Language } from '../src/platform/text/language.ts';
import { exactMomentView } from '../src/web/shell/parts-view.ts';
import { callbackAnswers, type CallbackAnswer, type ReceivedCall } from './callback-inbox.ts';
import type { Page } from '../src/web/frame.ts';
import { at } from '../src/web/request-language.ts';
import { choiceView, demoFrame, nothingYet, orderButton } from './demo-frame.ts';
import { demoLabels } from './demo-labels.ts';

const shownMessages = 50;

export interface CallbacksView {
  clientId: number;
  clientName: string;
  /** Newest first. */
  calls: ReceivedCall[];
  answer: CallbackAnswer;
}

export function callbacksPage(view: CallbacksView, language: Language): Page {
  const labels = demoLabels[language].callbacks;
  const path = `/demo/callbacks/${view.clientId}`;
  const messages = messagesOf(view.calls).slice(0, shownMessages);
  const main = html`<p class="lead">${labels.lead}</p>
<p class="muted">${labels.private}</p>
<div class="sides">
<section class="column" aria-label="${labels.title}">
<div class="bar"><span class="state">${labels.count(messages.length)}</span><a href="${at(path, language)}">${demoLabels[language].inbox.refresh}</a></div>
${messages.length === 0 && nothingYet(labels.none, orderButton(language))}
${messages.map((calls, index) => message(calls, index === 0, language))}
</section>
${answerForm(path, view.answer, language)}
</div>`;
  return demoFrame({ language, title: labels.titleOf(view.clientName), path, main });
}

function answerForm(path: string, current: CallbackAnswer, language: Language): Html {
  const labels = demoLabels[language].callbacks;
  const choice = (answer: CallbackAnswer): Html =>
    choiceView(
      'answer',
      answer,
      html`${labels.answers[answer]}${answer === current && html` <span class="muted">(${labels.now})</span>`}`,
      answer === current,
    );
  return html`<form class="card" method="post" action="${at(`${path}/answer`, language)}"><fieldset><legend>${labels.answerTitle}</legend>
${callbackAnswers.map(choice)}</fieldset>
<button class="button main" type="submit">${labels.set}</button></form>`;
}

/** Groups the calls of a message, in the order of its attempts; the most recent message comes first. */
function messagesOf(calls: ReceivedCall[]): [ReceivedCall, ...ReceivedCall[]][] {
  const messages = new Map<string, [ReceivedCall, ...ReceivedCall[]]>();
  for (const call of calls) {
    const id = call.headers['webhook-id'] ?? call.at;
    const known = messages.get(id);
    if (known === undefined) messages.set(id, [call]);
    else known.unshift(call);
  }
  return [...messages.values()];
}

/** The newest is open; the others are collapsed to one line. */
function message(calls: [ReceivedCall, ...ReceivedCall[]], isNewest: boolean, language: Language): Html {
  const labels = demoLabels[language].callbacks;
  const [first] = calls;
  const fields = fieldsOf(first);
  const title = fields.find(([name]) => name === 'data[id]' || name === 'data.id')?.[1] ?? '';
  const last = calls.at(-1) ?? first;
  const accepted = isAccepted(last);
  return html`<details class="card"${isNewest && html` open`}><summary><b>${labels.message} ${title}</b> ${exactMomentView(new Date(last.at), language)} <span class="state ${accepted ? 'yes' : 'no'}">${accepted ? labels.accepted : labels.notAccepted}</span></summary>
<ol class="attempts">${calls.map((call, index) => attempt(call, index, first, language))}</ol>
<table class="fields"><caption>${labels.fields}</caption><thead><tr><th scope="col">${labels.field}</th><th scope="col">${labels.value}</th></tr></thead>
<tbody>${fields.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${fieldValue(name, value)}</td></tr>`)}</tbody></table>
<details><summary>${labels.body}</summary><pre tabindex="0">${first.body}</pre></details>
<details><summary>${labels.headers}</summary><pre tabindex="0">${headerLines(first)}</pre></details>
</details>`;
}

const isAccepted = ({ answered }: ReceivedCall): boolean => answered === 'ok' || answered === 'slow';

function attempt(call: ReceivedCall, index: number, first: ReceivedCall, language: Language): Html {
  const labels = demoLabels[language].callbacks;
  const accepted = isAccepted(call);
  return html`<li><b>${labels.attempt(index + 1)}</b> ${exactMomentView(new Date(call.at), language)}
<span class="state ${accepted ? 'yes' : 'no'}">${accepted ? labels.accepted : labels.notAccepted}</span>
<span class="${call.signature === 'wrong' ? 'state no' : 'muted small'}">${labels.signature[call.signature]}</span>
${index > 0 && html`<span class="${call.body === first.body ? 'muted small' : 'state no'}">${call.body === first.body ? labels.sameBytes : labels.otherBytes}</span>`}</li>`;
}

function fieldValue(name: string, value: string): Content {
  const address = name.includes('gift_page_url') ? safeUrl(value) : null;
  return address === null ? value : html`<a href="${address}">${value}</a>`;
}

const headerLines = ({ headers }: ReceivedCall): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The call's fields by name: `data[id]` in a form, `data.id` in JSON. */
function fieldsOf({ headers, body }: ReceivedCall): [string, string][] {
  if (!(headers['content-type'] ?? '').startsWith('application/json')) return [...new URLSearchParams(body)];
  try {
    return flatten('', JSON.parse(body));
  } catch {
    return [];
  }
}

function flatten(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    flatten(name === '' ? key : `${name}.${key}`, inner),
  );
}
