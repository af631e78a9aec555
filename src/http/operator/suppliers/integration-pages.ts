/** One call to try a supplier, and its final test, from the operator's page. */
import { askCertify, maxCalls } from '../../../suppliers/certify/runs/ask-certify.ts';
import { tryOut } from '../../../suppliers/certify/try-out.ts';
import { html } from '../../../platform/text/html.ts';
import type { CallOutcome } from '../../../suppliers/calls/call-supplier.ts';
import type { PlainCode } from '../../../vault/seal-code.ts';
import { at } from '../../../web/request-language.ts';
import { line, term } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { factsView } from '../../../web/shell/parts-view.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { callReasons } from '../../../suppliers/adapters/call-reasons.ts';
import { durationText } from '../durations.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { integrationLabels } from './integration-labels.ts';
import { loadSupplier, supplierIn } from './supplier-data.ts';
import { supplierView } from './supplier-view.ts';

const path = '/o/suppliers/:id';
const concurrency = 5;

export function addIntegration(pages: OperatorPages): void {
  const trial = { needs: 'integration.change', leadsTo: 'nothing', undone: 'nothing' } as const;
  const code = line({ most: 200 });
  pages.act({
    ...trial,
    path: `${path}/try`,
    judged: { fields: { call: term(['code', 'issue']), tryCode: code }, again },
    act: tryNow,
  });
  pages.act({ ...trial, path: `${path}/certify`, judged: { fields: { testCode: code }, again }, act: begin });
}

const pathOf = (call: OperatorCall): string => `/o/suppliers/${supplierIn(call)}`;

async function again(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  const data = await loadSupplier(call);
  if (data === null) return { is: 'missing' };
  // A code is not shown again.
  const typed = new URLSearchParams({ calls: call.form.get('calls') ?? '' });
  return { is: 'wrong', page: supplierView(data, call, { errors, typed }) };
}

/** `number` or `number:PIN`. */
function codeIn(text: string | null): PlainCode | null {
  const [number = '', ...pin] = (text ?? '').trim().split(':');
  return number === '' ? null : { number, pin: pin.join(':') };
}

async function tryNow(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const { problems } = integrationLabels[language];
  const code = form.get('call') === 'issue' ? 'issue' : codeIn(form.get('tryCode'));
  if (code === null) return again(call, { tryCode: problems.code });
  const tried = await tryOut(ctx, principal, { supplierId: supplierIn(call), call: code }, now);
  switch (tried.is) {
    case 'tried':
      return { is: 'shown', page: triedView(call, tried.outcome) };
    case 'step-up':
      return { is: 'step-up', to: pathOf(call) };
    case 'no-supplier':
      return { is: 'missing' };
    case 'no-agreement':
    case 'no-target':
      return { is: 'done', to: pathOf(call), flash: { kind: 'no', text: problems[tried.is] } };
  }
}

function triedView(
  call: OperatorCall,
  { reading, durationMs, httpStatus, transcript }: CallOutcome,
): ShellPage {
  const { language } = call;
  const labels = integrationLabels[language];
  const details = reading.is === 'done' ? '' : callReasons.text(reading.reason, language);
  return {
    title: labels.tried,
    main: html`<p><a href="${at(pathOf(call), language)}#integration">${labels.title}</a></p><h1>${labels.tried}</h1>
<p class="notice ${reading.is === 'done' ? 'yes' : 'no'}">${labels.outcomes[reading.is]}${details !== '' && `: ${details}`}</p>
<section class="card">${factsView([
      [labels.took, durationText(durationMs / 1000, language)],
      [labels.status, httpStatus === null ? labels.noAnswer : String(httpStatus)],
    ])}
<h2>${labels.conversation}</h2><pre tabindex="0">${transcript.trim()}</pre></section>`,
  };
}

async function begin(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = integrationLabels[language];
  const { problems } = labels;
  const isConfirmed = form.get('confirm') === 'yes';
  const calls = idIn(form.get('calls')?.trim());
  if (!isConfirmed || calls === null || calls > maxCalls) {
    const isWrong = calls === null || calls > maxCalls;
    return again(call, {
      ...(!isConfirmed && { confirm: problems.confirm }),
      ...(isWrong && { calls: problems.calls(maxCalls) }),
    });
  }
  const ask = {
    supplierId: supplierIn(call),
    productId: null,
    facesKopecks: [],
    calls,
    concurrency,
    testCode: codeIn(form.get('testCode')),
  };
  const asked = await askCertify(ctx.db, ctx.keyring, principal, ask, now);
  switch (asked.is) {
    case 'asked':
      return { is: 'done', to: `/o/tests/${asked.runId}` };
    case 'step-up':
      return { is: 'step-up', to: pathOf(call) };
    case 'busy':
      return { is: 'done', to: pathOf(call), flash: { kind: 'note', text: labels.busy } };
    case 'no-supplier':
      return { is: 'missing' };
  }
}
