/** `/s/start`: the steps of a supplier to its first sale. */
import { addComment, listComments } from '../../../acts/onboarding/comments.ts';
import { agree, type AgreeableKind } from '../../../acts/onboarding/agree.ts';
import { findFactsOf } from '../../../acts/onboarding/begin-onboarding.ts';
import { onboardingLabels } from '../../../acts/onboarding/views/labels.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { startLabels } from './labels.ts';
import { schemePage, startPage, type Start } from './start-view.ts';

const path = '/s/start';

export function addStart(pages: SupplierPages): void {
  pages.page<Start>({ path, needs: 'templates.change', load, view: (start, call) => startPage(start, call) });
  pages.page<Start>({
    path: `${path}/scheme`,
    needs: 'templates.change',
    load,
    view: (start, call) => schemePage(start, call),
  });
  for (const kind of ['template', 'scheme', 'till'] as const) {
    pages.act({
      path: `${path}/${kind}`,
      needs: 'templates.change',
      leadsTo: 'nothing',
      undone: 'shown-first',
      act: (call) => agreeTo(call, kind),
    });
  }
  pages.act({
    path: `${path}/comments`,
    needs: 'templates.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: write,
  });
}

async function load(call: SupplierCall): Promise<Start> {
  const { pageDb } = call.ctx;
  const [facts, comments] = await Promise.all([
    findFactsOf(pageDb, supplierOf(call)),
    listComments(pageDb, supplierOf(call)),
  ]);
  return { facts, comments };
}

async function agreeTo(call: SupplierCall, kind: AgreeableKind): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const labels = startLabels[language];
  const ask = { supplierId: supplierOf(call), kind, subject: form.get('subject') ?? '' };
  const outcome = await agree(ctx.db, ctx.keyring, principal, ask, now);
  switch (outcome.is) {
    case 'missing':
      return { is: 'missing' };
    case 'agreed':
      ctx.onPlaced();
      return { is: 'done', to: path, flash: { kind: 'yes', text: labels.agreed } };
    case 'changed':
    case 'no-such-order':
      return { is: 'done', to: path, flash: { kind: 'no', text: labels.changed } };
  }
}

async function write(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const text = form.get('text') ?? '';
  const outcome = await addComment(
    ctx.db,
    ctx.keyring,
    principal,
    { supplierId: supplierOf(call), text },
    now,
  );
  if (outcome.is === 'missing') return { is: 'missing' };
  if (outcome.is === 'added')
    return { is: 'done', to: path, flash: { kind: 'yes', text: startLabels[language].written } };
  const error = onboardingLabels[language].commentErrors[outcome.is];
  return { is: 'wrong', page: startPage(await load(call), call, { typed: text, error }) };
}
