/** `/o/drafts`: files with codes, each previewed before it is loaded. */
import { askLoad, askPreview, mayLoad, type RunAsked } from '../../../acts/guarded/drafts/ask-draft-run.ts';
import { lastRunOf } from '../../../acts/guarded/drafts/draft-run.ts';
import { listPoolTitles } from '../../../catalog/find-titles.ts';
import { findDraft, listDraftPage } from '../../../suppliers/mail/drafts.ts';
import { rejectDraft } from '../../../suppliers/mail/reject-draft.ts';
import type { Slice } from '../../../platform/database/slice.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { line } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { listLength, readPage } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import type { DraftList, DraftPage } from './draft-page.ts';
import { columnsSeen, draftView } from './draft-view.ts';
import { draftLabels } from './labels.ts';
import { draftListView } from './list-view.ts';
import { rejectionQuestion } from './rejection-question.ts';
import { readRules } from './rules-form.ts';

const path = '/o/drafts/:id';
const longestNote = 500;

export function addDrafts(pages: OperatorPages): void {
  pages.page<DraftList>({ path: '/o/drafts', needs: 'stock.read', load: loadList, view: draftListView });
  pages.page<DraftPage>({ path, needs: 'stock.read', load, view: (page, call) => draftView(page, call) });
  pages.act({
    path: `${path}/preview`,
    needs: 'stock.load',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: preview,
  });
  pages.act({
    path: `${path}/load`,
    needs: 'stock.load',
    leadsTo: 'codes',
    undone: 'shown-first',
    secondPerson: 'asked-by-verb',
    act: async (call) => {
      const { ctx, principal, form, now, language } = call;
      const ask = { draftId: idOf(call), runId: idIn(form.get('run')) ?? 0 };
      const asked = await askLoad(ctx.db, ctx.keyring, principal, ask, now);
      return endOf(call, asked, draftLabels[language].asked);
    },
  });
  pages.act({
    path: `${path}/reject`,
    needs: 'stock.load',
    leadsTo: 'nothing',
    undone: { asks: askRejection },
    judged: { fields: { note: line({ most: longestNote }) }, again },
    act: reject,
  });
}

const idOf = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;

async function loadList({ ctx, query }: OperatorCall): Promise<DraftList> {
  const all = query['all'] === '1';
  const read = (slice: Slice) => listDraftPage(ctx.pageDb, { all, slice }, listLength + 1);
  return { all, list: await readPage(query, read, ({ draftId }) => draftId) };
}

async function load(call: OperatorCall): Promise<DraftPage | null> {
  const { ctx, principal } = call;
  const draft = await findDraft(ctx.pageDb, idOf(call));
  if (draft === null) return null;
  const [run, products] = await Promise.all([
    lastRunOf(ctx.pageDb, draft),
    listPoolTitles(ctx.pageDb, draft.supplierId),
  ]);
  return { draft, run, products, mayLoad: mayLoad(principal, draft) };
}

async function preview(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now } = call;
  const page = await load(call);
  if (page === null) return { is: 'missing' };
  const { products, run } = page;
  const read = readRules(call, { products, columnsSeen: columnsSeen(run) });
  if ('errors' in read)
    return { is: 'wrong', page: draftView(page, call, { errors: read.errors, typed: call.form }) };
  const asked = await askPreview(ctx.db, principal, { draftId: idOf(call), rules: read.rules }, now);
  return endOf(call, asked, null);
}

async function again(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  const page = await load(call);
  return page === null
    ? { is: 'missing' }
    : { is: 'wrong', page: draftView(page, call, { errors, typed: null }) };
}

async function askRejection(call: OperatorCall): Promise<Question | null> {
  const draft = await findDraft(call.ctx.pageDb, idOf(call));
  return draft && rejectionQuestion(draft, call.language);
}

async function reject(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const ask = { draftId: idOf(call), note: (form.get('note') ?? '').trim() };
  const rejected = await rejectDraft(ctx.db, ctx.keyring, principal, ask, now);
  if (rejected === 'no-draft') return { is: 'missing' };
  return { is: 'done', to: '/o/drafts', flash: { kind: 'yes', text: draftLabels[language].rejected } };
}

function endOf(call: OperatorCall, { is }: RunAsked, done: string | null): ActEnd {
  const labels = draftLabels[call.language];
  const to = `/o/drafts/${idOf(call)}`;
  switch (is) {
    case 'asked':
      return done === null ? { is: 'done', to } : { is: 'done', to, flash: { kind: 'yes', text: done } };
    case 'no-draft':
      return { is: 'missing' };
    case 'ended':
      return { is: 'done', to, flash: { kind: 'no', text: labels.ended } };
    case 'busy':
      return { is: 'done', to, flash: { kind: 'note', text: labels.busy } };
    case 'not-previewed':
      return { is: 'done', to, flash: { kind: 'no', text: labels.notPreviewed } };
  }
}
