/** `/c/api`: keys, networks and callbacks of a client. */
import type { KeyKind } from '../../../clients/client.ts';
import type { FoundClient } from '../../../clients/find-client.ts';
import type { ClientKey } from '../../../clients/keys.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { areaView, type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import { docsAddress } from '../../../web/shell/docs-link.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { accessLabels, type AccessLabels } from './labels.ts';

export interface AccessData {
  client: FoundClient;
  keys: ClientKey[];
  testKeys: ClientKey[];
  addresses: { address: string; lastAt: Date }[];
  baseUrl: string;
  hasDocs: boolean;
  /** Whether the person may change keys and secrets. */
  mayKeys: boolean;
}

interface View extends AccessData {
  labels: AccessLabels;
  language: Language;
  errors: FieldErrors;
  /** What was typed into a form that was refused. */
  typed: URLSearchParams;
}

/** Both stand on one page. */
export const overlapField: Record<KeyKind, string> = { live: 'overlap', test: 'testOverlap' };

export const hoursOfOverlap = ['0', '24', '72', '168'] as const;

/** Keys, callbacks, networks and rules of a client's programs. */
export function accessView(
  data: AccessData,
  language: Language,
  errors: FieldErrors = {},
  typed = new URLSearchParams(),
): ShellPage {
  const labels = accessLabels[language];
  const view = { ...data, labels, language, errors, typed };
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
<section class="card">${factsView([
      [labels.address, html`<code>${data.baseUrl}/</code>`],
      [labels.clientId, html`<code>${String(data.client.id)}</code>`],
      [
        labels.documents,
        html`${data.hasDocs && html`<a href="${docsAddress('client-api', language)}">${labels.reference}</a> · `}<a href="/openapi.json"><code>openapi.json</code></a>`,
      ],
    ])}
<p><a href="${at('/c/api/log', language)}">${labels.log}</a> · <a href="${at('/c/callbacks', language)}">${labels.callbackLog}</a></p></section>
${keysCard(view, 'live')}
${keysCard(view, 'test')}
${callbacksCard(view)}
${networksCard(view)}
${rulesCard(view)}`,
  };
}

function keysCard({ labels, language, keys, testKeys, errors, mayKeys }: View, kind: KeyKind): Html {
  const texts = labels.keysOf[kind];
  const listed = kind === 'test' ? testKeys : keys;
  const hidden = html`<input type="hidden" name="kind" value="${kind}">`;
  type Key = (typeof listed)[number];
  const state = ({ retiresAt, isLive }: Key) =>
    retiresAt === null
      ? html`<span><span class="state yes">${labels.live}</span></span>`
      : html`<span><span class="state${isLive && ' note'}">${isLive ? labels.until : labels.retired}</span> ${momentView(retiresAt, language)}</span>`;
  const retire = ({ version, retiresAt, isLive }: Key) =>
    isLive &&
    (retiresAt !== null || kind === 'test') &&
    html`<form method="post" action="${at('/c/api/keys/retire', language)}">${hidden}<input type="hidden" name="version" value="${String(version)}"><button class="as-link" aria-label="${labels.retire}: ${texts.name(version)}">${labels.retire}</button></form>`;
  const columns: Columns<Key> = [
    { name: labels.key, cell: ({ version }) => html`<b>${texts.name(version)}</b>` },
    { name: labels.created, cell: ({ createdAt }) => createdAt },
    { name: labels.state, cell: state },
    mayKeys && { name: labels.action, cell: retire },
  ];
  return html`<section class="card" id="${kind === 'test' ? 'test-keys' : 'keys'}"><h2>${texts.title}</h2><p>${texts.lead}</p>
${kind === 'test' && html`<p><a href="${at('/c/sandbox', language)}">${labels.sandbox}</a></p>`}
${listed.length > 0 && rowsView({ caption: texts.title, columns, rows: listed }, language)}
${
  mayKeys &&
  html`<form method="post" action="${at('/c/api/keys', language)}">${hidden}
${listed.length > 0 && selectField({ name: overlapField[kind], label: labels.overlap, value: '24', error: errors[overlapField[kind]], choices: hoursOfOverlap.map((value) => ({ value, text: labels.overlaps[value] })) })}
<div class="actions"><button class="button main">${texts.make}</button></div></form>`
}</section>`;
}

function callbacksCard({ labels, language, client, errors, typed, mayKeys }: View): Html {
  const format = typed.get('callbackFormat') ?? client.callbackFormat;
  const formats = (['form', 'json'] as const).map((value) => ({ value, text: labels.formats[value] }));
  const test = (outcome: string, name: string): Html =>
    html`<form method="post" action="${at('/c/api/test', language)}"><input type="hidden" name="outcome" value="${outcome}"><button class="button">${name}</button></form>`;
  return html`<section class="card" id="callbacks"><h2>${labels.callbacks}</h2><p>${labels.callbacksLead}</p>
<form method="post" action="${at('/c/api/callbacks', language)}">
${fieldView({ name: 'callbackUrl', label: labels.callbackUrl, hint: labels.callbackUrlHint, value: typed.get('callbackUrl') ?? client.callbackUrl ?? '', error: errors['callbackUrl'], attributes: html`inputmode="url" autocapitalize="none" spellcheck="false" maxlength="2048"` })}
${selectField({ name: 'callbackFormat', label: labels.format, value: format, choices: formats, error: errors['callbackFormat'] })}
<div class="actions"><button class="button main">${labels.save}</button></div></form>
<h3>${labels.test}</h3><p>${labels.testLead}</p>
<div class="actions">${test('ok', labels.testOk)}${test('error', labels.testError)}</div>
${
  mayKeys &&
  html`<h3>${labels.secret}</h3><p>${labels.secretLead}</p>
<form method="post" action="${at('/c/api/secret', language)}"><div class="actions"><button class="button">${labels.replaceSecret}</button></div></form>`
}</section>`;
}

function networksCard({ labels, language, client, addresses, errors, typed }: View): Html {
  return html`<section class="card"><h2>${labels.networks}</h2>
<form method="post" action="${at('/c/api/networks', language)}">
${areaView({ name: 'networks', label: labels.networkList, hint: labels.networksHint, value: typed.get('networks') ?? client.allowedNetworks.join('\n'), error: errors['networks'], attributes: html`rows="4" spellcheck="false" autocapitalize="none"` })}
<div class="actions"><button class="button main">${labels.save}</button></div></form>
${
  addresses.length > 0 &&
  html`<h3>${labels.lastAddresses}</h3><ul>${addresses.map(({ address, lastAt }) => html`<li><code>${address}</code> <span class="muted">${momentView(lastAt, language)}</span></li>`)}</ul>`
}</section>`;
}

const choice = (name: string, text: string, isOn: boolean): Html =>
  html`<label class="choice"><input type="checkbox" name="${name}" value="yes"${isOn && html` checked`}> ${text}</label>`;

const rulesCard = ({
  labels,
  language,
  client,
}: View): Html => html`<section class="card"><h2>${labels.rules}</h2>
<form method="post" action="${at('/c/api/rules', language)}">
${choice('uuidRequired', labels.uuidRequired, client.uuidRequired)}
${choice('postOnly', labels.postOnly, client.postOnly)}
<div class="actions"><button class="button main">${labels.save}</button></div></form></section>`;
