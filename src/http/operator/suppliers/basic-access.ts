/** How a supplier's programs sign in without a token. */
import { setBasicAccess } from '../../../acts/catalog/basic-access.ts';
import { readIntegrationAccess } from '../../../suppliers/used-export/integration-access.ts';
import { passwordQuestion, removeAccessQuestion, type Place } from '../../../web/confirm/key-questions.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { basicUserName } from '../../../suppliers/used-export/integration-access.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { newAccess } from './access-tells.ts';
import { basicAccessLabels } from './basic-access-labels.ts';
import { loadSupplier, supplierIn } from './supplier-data.ts';
import { supplierView } from './supplier-view.ts';
import { secretsPage } from '../../../web/shell/secrets-view.ts';

const path = '/o/suppliers/:id/basic';
const needs = 'integration.change';

export function addBasicAccess(pages: OperatorPages): void {
  pages.act({
    path,
    needs,
    leadsTo: 'rights',
    undone: { asks: askPassword },
    secondPerson: newAccess('basic'),
    act: set,
  });
  pages.act({
    path: `${path}/remove`,
    needs,
    leadsTo: 'rights',
    undone: { asks: askRemoval },
    secondPerson: { alone: 'it takes access away' },
    act: remove,
  });
}

const pathOf = (call: OperatorCall): string => `/o/suppliers/${supplierIn(call)}`;

/** Null: there is no user yet. */
async function known(
  call: OperatorCall,
  question: (userName: string, place: Place) => Question,
): Promise<Question | null> {
  const access = await readIntegrationAccess(call.ctx.pageDb, supplierIn(call));
  if (access === null || access.userName === null) return null;
  return question(access.userName, {
    name: access.supplierName,
    back: pathOf(call),
    language: call.language,
  });
}

const askPassword = (call: OperatorCall) => known(call, passwordQuestion);
const askRemoval = (call: OperatorCall) => known(call, removeAccessQuestion);

async function again(call: OperatorCall, basicUser: string): Promise<ActEnd> {
  const data = await loadSupplier(call);
  if (data === null) return { is: 'missing' };
  return { is: 'wrong', page: supplierView(data, call, { errors: { basicUser }, typed: call.form }) };
}

async function set(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = basicAccessLabels[language];
  const userName = (form.get('basicUser') ?? '').trim();
  if (!basicUserName.test(userName)) return again(call, labels.wrong);
  const outcome = await setBasicAccess(ctx, principal, { supplierId: supplierIn(call), userName }, now);
  switch (outcome.is) {
    case 'set':
      return shown(call, userName, outcome.password);
    case 'user-taken':
      return again(call, labels.taken);
    case 'step-up':
      return { is: 'step-up', to: pathOf(call) };
    case 'removed':
    case 'no-supplier':
      return { is: 'missing' };
  }
}

async function remove(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const ask = { supplierId: supplierIn(call), userName: null };
  const { is } = await setBasicAccess(ctx, principal, ask, now);
  if (is === 'step-up') return { is, to: pathOf(call) };
  if (is !== 'removed') return { is: 'missing' };
  const flash = { kind: 'yes' as const, text: basicAccessLabels[language].removed };
  return { is: 'done', to: pathOf(call), flash };
}

/** The password, once. */
function shown(call: OperatorCall, userName: string, password: string): ActEnd {
  const { language } = call;
  const labels = basicAccessLabels[language];
  const secrets = {
    title: labels.shown,
    lead: labels.shownLead,
    items: [
      { name: labels.user, value: userName, isPublic: true },
      { name: labels.password, value: password },
    ],
    fileName: `access-${supplierIn(call)}`,
    to: pathOf(call),
  };
  return { is: 'shown', page: secretsPage(secrets, language) };
}
