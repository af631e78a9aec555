import { html, safeUrl, type Content, type Html } from '../src/platform/text/html.ts';
import type { Language } from '../src/platform/text/language.ts';
import { callbackAnswers, type CallbackAnswer, type ReceivedCall } from './callback-inbox.ts';
import { demoFrame, inLanguage, moment, orderButton } from './demo-frame.ts';
import { demoLabels } from './demo-labels.ts';

const shownMessages = 50;

export interface CallbacksView {
  clientId: number;
  clientName: string;
  /** The newest first. */
  calls: ReceivedCall[];
  answer: CallbackAnswer;
}

export function callbacksPage(view: CallbacksView, language: Language): string {
  const labels = demoLabels[language].callbacks;
  const path = `/demo/callbacks/${view.clientId}`;
  const messages = messagesOf(view.calls).slice(0, shownMessages);
  const main = html`<p class="muted">${labels.lead}</p>
${answerForm(path, view.answer, language)}
<div class="bar"><a href="${inLanguage(path, language)}">${demoLabels[language].inbox.refresh}</a></div>
${messages.length === 0 && html`<p>${labels.none}</p>${orderButton(language)}`}
${messages.map((calls, index) => message(calls, index === 0, language))}`;
  return demoFrame({ language, title: labels.titleOf(view.clientName), path, main });
}

function answerForm(path: string, current: CallbackAnswer, language: Language): Html {
  const labels = demoLabels[language].callbacks;
  const choice = (answer: CallbackAnswer): Html =>
    html`<label><input type="radio" name="answer" value="${answer}"${answer === current && html` checked`}> <span>${labels.answers[answer]}${answer === current && html` <span class="muted">(${labels.now})</span>`}</span></label>`;
  return html`<form method="post" action="${path}/answer"><fieldset><legend>${labels.answerTitle}</legend>
<input type="hidden" name="lang" value="${language}">
${callbackAnswers.map(choice)}
<button type="submit">${labels.set}</button></fieldset></form>`;
}

/** Calls of one message together, in the order of its attempts; the message called last comes first. */
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

/** The newest stands open; of the others one line each. */
function message(calls: [ReceivedCall, ...ReceivedCall[]], isNewest: boolean, language: Language): Html {
  const labels = demoLabels[language].callbacks;
  const [first] = calls;
  const fields = fieldsOf(first);
  const title = fields.find(([name]) => name === 'data[id]' || name === 'data.id')?.[1] ?? '';
  const last = calls.at(-1) ?? first;
  const accepted = isAccepted(last);
  return html`<details class="card"${isNewest && html` open`}><summary><b>${labels.message} ${title}</b> <span class="muted">${moment(new Date(last.at))}</span> <span class="${accepted ? 'good' : 'bad'}">${accepted ? labels.accepted : labels.notAccepted}</span></summary>
<ol class="attempts">${calls.map((call, index) => attempt(call, index, first, language))}</ol>
<table><caption class="muted small">${labels.fields}</caption><thead><tr><th scope="col">${labels.field}</th><th scope="col">${labels.value}</th></tr></thead>
<tbody>${fields.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${fieldValue(name, value)}</td></tr>`)}</tbody></table>
<details><summary>${labels.body}</summary><pre tabindex="0">${first.body}</pre></details>
<details><summary>${labels.headers}</summary><pre tabindex="0">${headerLines(first)}</pre></details>
</details>`;
}

const isAccepted = ({ answered }: ReceivedCall): boolean => answered === 'ok' || answered === 'slow';

function attempt(call: ReceivedCall, index: number, first: ReceivedCall, language: Language): Html {
  const labels = demoLabels[language].callbacks;
  const accepted = isAccepted(call);
  return html`<li><b>${labels.attempt(index + 1)}</b> ${moment(new Date(call.at))}
<span class="${accepted ? 'good' : 'bad'}">${accepted ? labels.accepted : labels.notAccepted}</span>
<span class="${call.signature === 'wrong' ? 'bad' : 'muted'}">${labels.signature[call.signature]}</span>
${index > 0 && html`<span class="${call.body === first.body ? 'muted' : 'bad'}">${call.body === first.body ? labels.sameBytes : labels.otherBytes}</span>`}</li>`;
}

function fieldValue(name: string, value: string): Content {
  const address = name.includes('gift_page_url') ? safeUrl(value) : null;
  return address === null ? value : html`<a href="${address}">${value}</a>`;
}

const headerLines = ({ headers }: ReceivedCall): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The call's fields by their wire names: `data[id]` of a form, `data.id` of JSON. */
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
