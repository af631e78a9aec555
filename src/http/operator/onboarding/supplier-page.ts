/** `/o/onboarding/suppliers/:id`: the steps of one supplier, and what the operator does in each. */
import { notAskedText } from '../../../acts/guarded/not-asked-text.ts';
import { findGoLiveAsked, goLive } from '../../../acts/guarded/go-live.ts';
import { agree, type AgreeableKind } from '../../../acts/onboarding/agree.ts';
import { findFactsOf } from '../../../acts/onboarding/begin-onboarding.ts';
import { addComment, listComments } from '../../../acts/onboarding/comments.ts';
import { listFiles, readFile } from '../../../acts/onboarding/files.ts';
import { supplierParty } from '../../../acts/onboarding/onboarding-side.ts';
import { onboardingLabels } from '../../../acts/onboarding/views/labels.ts';
import { leadRole } from '../../../people/access/rights.ts';
import { invite } from '../../../people/team/invite.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { Flash } from '../../../web/shell/flash.ts';
import { waitingText } from '../waiting.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { boardLabels } from './labels.ts';
import { supplierPage, type OnboardedSupplier } from './supplier-view.ts';

const path = '/o/onboarding/suppliers/:id';

export function addOnboardedSupplier(pages: OperatorPages): void {
  pages.page<OnboardedSupplier>({
    path,
    needs: 'suppliers.read',
    load,
    view: (supplier, call) => supplierPage(supplier, call),
  });
  for (const kind of ['questionnaire', 'template', 'test-order'] as const)
    pages.act({
      path: `${path}/${kind}`,
      needs: 'suppliers.change',
      leadsTo: 'nothing',
      undone: 'pages',
      act: (call) => agreeTo(call, kind),
    });
  pages.act({
    path: `${path}/live`,
    needs: 'suppliers.change',
    leadsTo: 'codes',
    undone: 'pages',
    secondPerson: 'asked-by-verb',
    act: live,
  });
  pages.act({
    path: `${path}/invite`,
    needs: 'team.change',
    leadsTo: 'rights',
    undone: 'pages',
    secondPerson: 'asked-by-verb',
    act: inviteManager,
  });
  pages.act({
    path: `${path}/comments`,
    needs: 'suppliers.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: write,
  });
  pages.act({
    path: `${path}/file`,
    needs: 'suppliers.read',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: download,
  });
}

const supplierIn = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;

async function load(call: OperatorCall): Promise<OnboardedSupplier | null> {
  const { pageDb } = call.ctx;
  const facts = await findFactsOf(pageDb, supplierIn(call));
  if (facts === null) return null;
  const [comments, files, liveAsked] = await Promise.all([
    listComments(pageDb, facts.supplierId),
    listFiles(pageDb, facts.supplierId),
    findGoLiveAsked(pageDb, facts.supplierId, call.now),
  ]);
  return { facts, comments, files, liveAsked };
}

const done = (call: OperatorCall, kind: Flash['kind'], text: string): ActEnd => ({
  is: 'done',
  to: `/o/onboarding/suppliers/${supplierIn(call)}`,
  flash: { kind, text },
});

async function again(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  const supplier = await load(call);
  return supplier === null ? { is: 'missing' } : { is: 'wrong', page: supplierPage(supplier, call, errors) };
}

async function agreeTo(call: OperatorCall, kind: AgreeableKind): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const labels = boardLabels[language];
  const ask = { supplierId: supplierIn(call), kind, subject: (form.get('subject') ?? '').trim() };
  const outcome = await agree(ctx.db, ctx.keyring, principal, ask, now);
  switch (outcome.is) {
    case 'missing':
      return { is: 'missing' };
    case 'agreed':
      ctx.onPlaced();
      return done(call, 'yes', labels.noted);
    case 'changed':
      return done(call, 'no', labels.changed);
    case 'no-such-order':
      return again(call, { subject: labels.noOrder });
  }
}

async function live(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const labels = boardLabels[language];
  const outcome = await goLive(ctx, principal, supplierIn(call), now);
  switch (outcome.is) {
    case 'missing':
      return { is: 'missing' };
    case 'live':
    case 'live-already':
      ctx.onPlaced();
      return done(call, 'yes', labels.live);
    case 'waits':
      return done(call, 'note', labels.waits);
    case 'not-ready':
      return done(call, 'no', labels.notReady);
    case 'not-asked':
      return done(call, 'no', notAskedText(outcome.why, language));
  }
}

async function inviteManager(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const labels = boardLabels[language];
  const supplier = await load(call);
  if (supplier === null) return { is: 'missing' };
  const party = supplierParty(supplier.facts.supplierId);
  const ask = { party, email: form.get('email') ?? '', role: leadRole.supplier, language };
  const outcome = await invite(ctx.db, ctx.keyring, principal, ask, now);
  if (outcome.is === 'bad-email') return again(call, { email: labels.errors['bad-email'] });
  ctx.onPlaced();
  if (outcome.is === 'waits' || outcome.is === 'not-asked')
    return done(call, 'note', waitingText([outcome], language) ?? '');
  return outcome.is === 'invited' ? done(call, 'yes', labels.invited) : done(call, 'no', labels.notInvited);
}

async function write(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const ask = { supplierId: supplierIn(call), text: form.get('text') ?? '' };
  const outcome = await addComment(ctx.db, ctx.keyring, principal, ask, now);
  if (outcome.is === 'missing') return { is: 'missing' };
  if (outcome.is === 'added') return done(call, 'yes', boardLabels[language].written);
  return again(call, { text: onboardingLabels[language].commentErrors[outcome.is] });
}

async function download(call: OperatorCall): Promise<ActEnd> {
  const key = { supplierId: supplierIn(call), id: idIn(call.form.get('file')) ?? 0 };
  const file = await readFile(call.ctx.pageDb, key);
  return file === null
    ? { is: 'missing' }
    : {
        is: 'file',
        file: { name: encodeURIComponent(file.name), contentType: file.type, bytes: file.bytes },
      };
}
