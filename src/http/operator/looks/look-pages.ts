/** `/o/looks`: what clients add to the look of gifts, and whether it may be shown. */
import type { FastifyInstance } from 'fastify';
import { lookLabels } from '../../../acts/looks/labels.ts';
import { notesOn, readForeignNames } from '../../../acts/looks/foreign-names.ts';
import { decideLook, longestReason, withdrawLook } from '../../../acts/looks/decide-look.ts';
import { addLookSamples, sampleLook, sampleOf } from '../../../acts/looks/samples.ts';
import type { LookProblem } from '../../../certificates/looks/judge-look.ts';
import {
  findCampaignLook,
  findLook,
  findLookLogo,
  listLooks,
  listLooksOfAll,
  type LookKey,
} from '../../../certificates/looks/look-rows.ts';
import { findListedClient } from '../../../clients/list-clients.ts';
import { line } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { idIn, integerIdIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorContext, OperatorPages } from '../operator.ts';
import { operatorLookLabels } from './labels.ts';
import { looksView, type LooksList } from './list-view.ts';
import { oneLookView, type OneLook } from './look-view.ts';

const path = '/o/clients/:id/looks/:look';
const mostOfEach = 100;

export function addLooks(scope: FastifyInstance, pages: OperatorPages, ctx: OperatorContext): void {
  pages.page<LooksList>({
    path: '/o/looks',
    needs: 'clients.read',
    load: loadList,
    view: (list, call) => looksView(list, call),
  });
  addLookSamples(scope, ctx, { path, needs: 'clients.read' });
  pages.page<OneLook>({
    path,
    needs: 'clients.read',
    load,
    view: (one, call) => oneLookView(one, call),
  });
  const acts: [name: string, act: (call: OperatorCall) => Promise<ActEnd>][] = [
    ['approve', (call) => decide(call, true)],
    ['decline', (call) => decide(call, false)],
    ['withdraw', withdraw],
  ];
  for (const [name, act] of acts)
    pages.act({
      path: `${path}/${name}`,
      needs: 'clients.change',
      leadsTo: 'nothing',
      undone: 'shown-first',
      judged: { fields: { reason: line({ most: longestReason }) }, again },
      act,
    });
}

/** Loads all looks of one client. */
async function loadClient(call: OperatorCall, id: number): Promise<LooksList | null> {
  const { pageDb } = call.ctx;
  const client = await findListedClient(pageDb, id, call.now);
  if (client === null) return null;
  const looks = await listLooks(pageDb, id);
  return { client, looks: looks.map((look) => ({ ...look, client: client.name })) };
}

async function loadList(call: OperatorCall): Promise<LooksList | null> {
  const { ctx, query } = call;
  const client = idIn(query['client']);
  if (client !== null) return loadClient(call, client);
  const of = (state: 'proposed' | 'approved') => listLooksOfAll(ctx, state, mostOfEach);
  return { waiting: await of('proposed'), shown: await of('approved') };
}

const keyOf = ({ params }: OperatorCall): LookKey => ({
  clientId: idIn(params['id']) ?? 0,
  id: integerIdIn(params['look']) ?? 0,
});

async function load(call: OperatorCall): Promise<OneLook | null> {
  const { pageDb } = call.ctx;
  const key = keyOf(call);
  const [look, client, foreign] = await Promise.all([
    findLook(pageDb, key),
    findListedClient(pageDb, key.clientId, call.now),
    readForeignNames(pageDb, key.clientId),
  ]);
  if (look === null || client === null) return null;
  const approved = await findCampaignLook(pageDb, look, 'approved');
  const shown =
    approved ??
    (look.campaign === '' ? null : await findCampaignLook(pageDb, { ...look, campaign: '' }, 'approved'));
  const sample = await sampleOf(pageDb, await sampleLook(pageDb, key, look.fields), 'ru', call.now);
  const shownLogo = shown === null ? null : await findLookLogo(pageDb, shown);
  const notes = foreign === null ? [] : notesOn(look.fields, foreign);
  return { client, look, shown, notes, sample, shownLogo };
}

async function again(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  const one = await load(call);
  return one === null ? { is: 'missing' } : { is: 'wrong', page: oneLookView(one, call, errors) };
}

const done = (call: OperatorCall, text: string, kind: 'yes' | 'note' = 'yes'): ActEnd => {
  const { clientId, id } = keyOf(call);
  return { is: 'done', to: `/o/clients/${clientId}/looks/${id}`, flash: { kind, text } };
};

async function decide(call: OperatorCall, approve: boolean): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = operatorLookLabels[language];
  const decision = { seen: form.get('seen') ?? '', approve, reason: form.get('reason') ?? '' };
  const decided = await decideLook(ctx, principal, keyOf(call), decision, now);
  switch (decided.is) {
    case 'missing':
      return { is: 'missing' };
    case 'moved':
      return done(call, labels.moved, 'note');
    case 'no-reason':
      return again(call, { reason: labels.noReason });
    case 'wrong':
      return again(call, { approve: problemsText(decided.problems, call) });
    default:
      return done(call, labels[decided.is]);
  }
}

const problemsText = (problems: LookProblem[], { language }: OperatorCall): string =>
  problems
    .map(({ field, why, found = '' }) => {
      const labels = lookLabels[language];
      return `${labels.fields[field]}: ${labels.problems[why](field, found)}`;
    })
    .join(' ');

async function withdraw(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = operatorLookLabels[language];
  const withdrawn = await withdrawLook(ctx, principal, keyOf(call), form.get('reason') ?? '', now);
  switch (withdrawn.is) {
    case 'missing':
      return { is: 'missing' };
    case 'moved':
      return done(call, labels.moved, 'note');
    case 'no-reason':
      return again(call, { reason: labels.noReason });
    case 'withdrawn':
      return done(call, labels.withdrawn);
  }
}
