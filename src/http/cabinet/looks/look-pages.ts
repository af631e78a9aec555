/** `/c/look`: what a client adds to the look of its gifts. */
import type { FastifyInstance } from 'fastify';
import { lookLabels, lookName } from '../../../acts/looks/labels.ts';
import { withdrawLook } from '../../../acts/looks/decide-look.ts';
import {
  beginLook,
  discardLook,
  proposeLook,
  saveLook,
  setLogo,
  takeBackLook,
} from '../../../acts/looks/look-acts.ts';
import { addLookSamples, sampleLook, sampleOf, type LookSampleContext } from '../../../acts/looks/samples.ts';
import { lookFields, type LookFields } from '../../../certificates/looks/client-look.ts';
import type { LookProblem } from '../../../certificates/looks/judge-look.ts';
import { findLook, listLooks, type KeptLook, type LookKey } from '../../../certificates/looks/look-rows.ts';
import { maxLogoUploadBytes } from '../../../certificates/documents/pictures/make-logo.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Question } from '../../../web/confirm/question.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { readUpload } from '../../../web/uploads.ts';
import { integerIdIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { cabinetLookLabels } from './labels.ts';
import { lookListView } from './list-view.ts';
import { lookView, type LookPage } from './look-view.ts';

const path = '/c/look';
const needs = 'settings.change';

export function addLooks(scope: FastifyInstance, pages: CabinetPages, ctx: LookSampleContext): void {
  pages.page<KeptLook[]>({
    path,
    needs,
    load: ({ ctx: { pageDb }, party }) => listLooks(pageDb, party.partyId),
    view: (looks, call) => lookListView(looks, call),
  });
  pages.page<LookPage>({ path: `${path}/:look`, needs, load, view: (page, call) => lookView(page, call) });
  addLookSamples(scope, ctx, { path: `${path}/:look`, needs });
  const acts: [name: string, act: (call: CabinetCall) => Promise<ActEnd>][] = [
    ['save', save],
    ['logo', putLogo],
    ['no-logo', (call) => changeLogo(call, null)],
    ['back', takeBack],
  ];
  pages.act({ path: `${path}/begin`, needs, leadsTo: 'nothing', undone: 'pages', act: begin });
  for (const [name, act] of acts)
    pages.act({ path: `${path}/:look/${name}`, needs, leadsTo: 'nothing', undone: 'pages', act });
  pages.act({
    path: `${path}/:look/discard`,
    needs,
    leadsTo: 'nothing',
    undone: { asks: (call) => question(call, 'draft') },
    act: discard,
  });
  pages.act({
    path: `${path}/:look/withdraw`,
    needs,
    leadsTo: 'nothing',
    undone: { asks: (call) => question(call, 'approved') },
    act: withdraw,
  });
}

const keyOf = ({ party, params }: CabinetCall): LookKey => ({
  clientId: party.partyId,
  id: integerIdIn(params['look']) ?? 0,
});
const pathOf = (call: CabinetCall): string => `${path}/${keyOf(call).id}`;

const recipientLanguage = ({ query }: CabinetCall): Language => (query['to'] === 'en' ? 'en' : 'ru');

async function load(call: CabinetCall): Promise<LookPage | null> {
  const { pageDb } = call.ctx;
  const key = keyOf(call);
  const look = await findLook(pageDb, key);
  if (look === null) return null;
  const to = recipientLanguage(call);
  const shown = await sampleLook(pageDb, key, look.fields);
  return { look, sample: await sampleOf(pageDb, shown, to, call.now) };
}

async function again(call: CabinetCall, errors: FieldErrors): Promise<ActEnd> {
  const page = await load(call);
  return page === null ? { is: 'missing' } : { is: 'wrong', page: lookView(page, call, errors) };
}

const done = (to: string, text: string, kind: 'yes' | 'note' = 'yes'): ActEnd => ({
  is: 'done',
  to,
  flash: { kind, text },
});

/** What an act ends with that could not be done: nothing is there, or it is as the page now shows. */
const notDone = (call: CabinetCall, { is }: { is: 'missing' | 'moved' }): ActEnd =>
  is === 'missing' ? { is: 'missing' } : done(pathOf(call), cabinetLookLabels[call.language].moved, 'note');

async function begin(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, party, form, now, language } = call;
  const labels = cabinetLookLabels[language];
  const like = integerIdIn(form.get('like'));
  const campaign = (form.get('campaign') ?? '').trim().toUpperCase();
  const refused = async (text: string): Promise<ActEnd> => ({
    is: 'wrong',
    page: lookListView(await listLooks(ctx.pageDb, party.partyId), call, { campaign: text }),
  });
  if (campaign === '' && form.get('of') === 'campaign') return refused(labels.campaignWrong);
  const ask = { clientId: party.partyId, campaign, ...(like !== null && { like }) };
  const begun = await beginLook(ctx, principal, ask, now);
  switch (begun.is) {
    case 'begun':
      return { is: 'done', to: `${path}/${begun.id}` };
    case 'campaign':
      return refused(labels.campaignWrong);
    case 'too-many':
      return refused(labels.tooMany);
    default:
      return { is: 'missing' };
  }
}

const fieldsIn = ({ form }: CabinetCall): Partial<LookFields> =>
  Object.fromEntries(lookFields.map((field) => [field, form.get(field) ?? '']));

async function save(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = cabinetLookLabels[language];
  const saved = await saveLook(ctx, principal, keyOf(call), fieldsIn(call), now);
  if (saved.is === 'wrong') return again(call, errorsOf(saved.problems, language));
  if (saved.is !== 'saved') return notDone(call, saved);
  if (form.get('next') !== 'propose') return done(pathOf(call), labels.saved);
  const proposed = await proposeLook(ctx, principal, keyOf(call), now);
  switch (proposed.is) {
    case 'proposed':
      return done(pathOf(call), labels.proposed);
    case 'empty':
      return done(pathOf(call), labels.empty, 'note');
    case 'wrong':
      return again(call, errorsOf(proposed.problems, language));
    default:
      return notDone(call, proposed);
  }
}

const errorsOf = (problems: LookProblem[], language: Language): FieldErrors =>
  Object.fromEntries(
    problems.map(({ field, why, found = '' }) => [field, lookLabels[language].problems[why](field, found)]),
  );

async function putLogo(call: CabinetCall): Promise<ActEnd> {
  const brought = await readUpload(call.request, maxLogoUploadBytes);
  if ('is' in brought) return again(call, { logo: lookLabels[call.language].logoProblems[brought.is] });
  return changeLogo(call, brought.bytes);
}

async function changeLogo(call: CabinetCall, upload: Buffer | null): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const set = await setLogo(ctx, principal, keyOf(call), upload, now);
  if (set.is === 'refused') return again(call, { logo: lookLabels[language].logoProblems[set.why] });
  return set.is === 'saved' ? done(pathOf(call), cabinetLookLabels[language].saved) : notDone(call, set);
}

async function takeBack(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const back = await takeBackLook(ctx, principal, keyOf(call), now);
  return back.is === 'draft'
    ? done(pathOf(call), cabinetLookLabels[language].takenBack)
    : notDone(call, back);
}

async function discard(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const discarded = await discardLook(ctx, principal, keyOf(call), now);
  return discarded.is === 'discarded'
    ? done(path, cabinetLookLabels[language].discarded)
    : notDone(call, discarded);
}

async function withdraw(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const withdrawn = await withdrawLook(ctx, principal, keyOf(call), '', now);
  switch (withdrawn.is) {
    case 'withdrawn':
      return done(path, cabinetLookLabels[language].withdrawn);
    case 'no-reason':
      return { is: 'missing' };
    default:
      return notDone(call, withdrawn);
  }
}

async function question(call: CabinetCall, state: 'draft' | 'approved'): Promise<Question | null> {
  const { ctx, language } = call;
  const look = await findLook(ctx.pageDb, keyOf(call));
  if (look?.state !== state) return null;
  const labels = cabinetLookLabels[language];
  const isDraft = state === 'draft';
  return {
    title: isDraft ? labels.askDiscard : labels.askWithdraw,
    facts: [
      [labels.name, lookName(look.campaign, language)],
      look.fields.senderName === '' ? null : [labels.sender, look.fields.senderName],
    ],
    text: isDraft ? labels.discardTells : labels.withdrawTells,
    ...(!isDraft && { undo: labels.withdrawUndo }),
    act: isDraft ? labels.discard : labels.withdraw,
    back: pathOf(call),
  };
}
