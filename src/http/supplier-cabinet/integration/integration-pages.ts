/** `/s/integration`: credentials of a supplier's programs, the final test, and what both sides asked of each other. */
import { editAccess } from '../../../acts/catalog/supplier-acts.ts';
import { askCertify } from '../../../suppliers/certify/runs/ask-certify.ts';
import {
  findCertifyRun,
  listCertifyRuns,
  type CertifyRunRead,
} from '../../../suppliers/certify/runs/certify-run.ts';
import { reportPage } from '../../../suppliers/certify/report-page.ts';
import { readNetworks } from '../../../clients/read-networks.ts';
import { loadTheirCalls } from '../../../reports/integration-log/theirs-view.ts';
import { may } from '../../../people/access/principal.ts';
import { callsOfExchange, recentExchanges } from '../../../reports/recent-supplier-calls.ts';
import { lastAnsweredAt, readGaps } from '../../../suppliers/used-export/gaps.ts';
import {
  readIntegrationAccess,
  type AccessChange,
} from '../../../suppliers/used-export/integration-access.ts';
import { exportFields, exportFormats } from '../../../suppliers/used-export/used-item.ts';
import { tokenQuestion } from '../../../web/confirm/key-questions.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { line, term } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { integrationView, tokenView, type IntegrationData } from './integration-view.ts';
import { integrationLabels } from './labels.ts';
import { exchangeView, runView, type ExchangeData } from './log-view.ts';

const path = '/s/integration';
const needs = 'integration.change';
const runsListed = 10;
const testCalls = 50;
const testConcurrency = 5;

export function addIntegration(pages: SupplierPages): void {
  pages.page<IntegrationData>({ path, needs, load, view: (data, call) => integrationView(data, call) });
  const judged = { fields: { networks: line({ most: 2000 }), format: term(exportFormats) }, again: wrong };
  pages.act({ path, needs, leadsTo: 'rights', undone: 'pages', judged, act: save });
  pages.act({ path: `${path}/token`, needs, leadsTo: 'rights', undone: { asks: askToken }, act: newToken });
  pages.act({ path: `${path}/test`, needs, leadsTo: 'nothing', undone: 'nothing', act: beginTest });
  pages.page<CertifyRunRead>({
    path: `${path}/tests/:id`,
    needs,
    load: loadRun,
    view: (run, { language }) => runView(run, language),
  });
  pages.act({ path: `${path}/tests/:id/report`, needs, leadsTo: 'nothing', undone: 'nothing', act: report });
  pages.page<ExchangeData>({
    path: `${path}/calls/:id`,
    needs,
    load: loadExchange,
    view: (data, { language }) => exchangeView(data, language),
  });
}

async function load(call: SupplierCall): Promise<IntegrationData> {
  const { ctx, query, form, request, now } = call;
  const supplierId = supplierOf(call);
  const [access, runs, exchanges, theirs, gaps, answeredAt] = await Promise.all([
    readIntegrationAccess(ctx.pageDb, supplierId),
    listCertifyRuns(ctx.pageDb, { supplierId, limit: runsListed }),
    recentExchanges(ctx, { supplierId, before: idIn(query['older']) }),
    loadTheirCalls(ctx.pageDb, { supplierId, before: idIn(query['calls']) }, now),
    readGaps(ctx, ({ pageDb }) => pageDb, { supplierId, beside: null }),
    lastAnsweredAt(ctx.pageDb, supplierId),
  ]);
  return {
    access,
    runs,
    exchanges,
    theirs,
    gaps,
    answeredAt,
    typed: request.method === 'POST' ? form : null,
  };
}

async function wrong(call: SupplierCall, errors: FieldErrors): Promise<ActEnd> {
  return { is: 'wrong', page: integrationView(await load(call), call, errors) };
}

async function save(call: SupplierCall): Promise<ActEnd> {
  const { form, language } = call;
  const labels = integrationLabels[language];
  const networks = readNetworks(form.get('networks') ?? '');
  if (networks.is === 'wrong') return wrong(call, { networks: labels.networksWrong(networks.part) });
  if (networks.is === 'too-many') return wrong(call, { networks: labels.networksMany });
  // A list without the codes would be of no use.
  const fields = exportFields.filter((one) => one === 'code' || form.getAll('field').includes(one));
  const format = exportFormats.find((one) => one === form.get('format')) ?? 'json';
  return edit(call, { allowedNetworks: networks.networks, format, fields }, false);
}

/** Null: it is the first one. */
async function askToken(call: SupplierCall): Promise<Question | null> {
  const { ctx, language } = call;
  const access = await readIntegrationAccess(ctx.pageDb, supplierOf(call));
  return access?.hasToken === true ? tokenQuestion({ name: null, back: path, language }) : null;
}

const newToken = (call: SupplierCall): Promise<ActEnd> => edit(call, {}, true);

async function edit(
  call: SupplierCall,
  change: Omit<AccessChange, 'supplierId'>,
  isNewToken: boolean,
): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const ask = { supplierId: supplierOf(call), ...change, newToken: isNewToken };
  const edited = await editAccess(ctx, principal, ask, now);
  if (edited.is === 'step-up') return { is: 'step-up', to: path };
  if (edited.is !== 'set') return { is: 'missing' };
  if (edited.token !== null) return { is: 'shown', page: tokenView(edited.token, language) };
  return { is: 'done', to: path, flash: { kind: 'yes', text: integrationLabels[language].saved } };
}

async function beginTest(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const labels = integrationLabels[language];
  if (form.get('confirm') !== 'yes') return wrong(call, { confirm: labels.confirmWrong });
  const scope = { productId: null, facesKopecks: [], calls: testCalls, concurrency: testConcurrency };
  const ask = { supplierId: supplierOf(call), testCode: null, ...scope };
  const asked = await askCertify(ctx.db, ctx.keyring, principal, ask, now);
  switch (asked.is) {
    case 'asked':
      return { is: 'done', to: `${path}/tests/${asked.runId}` };
    case 'busy':
      return { is: 'done', to: path, flash: { kind: 'note', text: labels.busy } };
    case 'step-up':
      return { is: 'step-up', to: path };
    case 'no-supplier':
      return { is: 'missing' };
  }
}

const loadRun = (call: SupplierCall): Promise<CertifyRunRead | null> =>
  findCertifyRun(call.ctx.pageDb, { runId: idIn(call.params['id']) ?? 0, supplierId: supplierOf(call) });

async function report(call: SupplierCall): Promise<ActEnd> {
  const run = await loadRun(call);
  if (run === null || run.report === null || !may(call.principal, needs, call.party))
    return { is: 'missing' };
  const bytes = Buffer.from(reportPage(run.report, call.language).markup);
  const name = `facevalue-test-${run.runId}.html`;
  return { is: 'file', file: { name, contentType: 'text/html; charset=utf-8', bytes } };
}

async function loadExchange(call: SupplierCall): Promise<ExchangeData | null> {
  const exchangeId = idIn(call.params['id']) ?? 0;
  const calls = await callsOfExchange(call.ctx, { supplierId: supplierOf(call), exchangeId });
  return calls.length === 0 ? null : { exchangeId, calls };
}
