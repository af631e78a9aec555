/** Keys and secrets of a client, for the operator. */
import { findClient } from '../../../clients/find-client.ts';
import { listKeys, replaceCallbackSecret, retireKey } from '../../../clients/keys.ts';
import { rotateKey } from '../../../clients/rotate-key.ts';
import { formatMoment } from '../../../platform/text/formats.ts';
import {
  retireQuestion,
  rotateQuestion,
  secretQuestion,
  type Place,
} from '../../../web/confirm/key-questions.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { term } from '../../../web/form/kinds.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd, Judged } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorContext, OperatorPages, SecondPerson } from '../operator.ts';
import { hoursOfOverlap } from './client-view.ts';
import { clientLabels } from './labels.ts';
import { secretsPage } from '../../../web/shell/secrets-view.ts';

/** Whoever has a key orders on the client's balance; whoever has the secret tells its shop that an order was paid. */
const newKey: SecondPerson = {
  act: 'keys.rotate',
  tells: async (call) => ({ clientId: clientOf(call), overlapHours: Number(overlapOf(call)) }),
};
const newSecret: SecondPerson = {
  act: 'keys.callback-secret',
  tells: async (call) => ({ clientId: clientOf(call) }),
};

/** Keys and secrets of a client: made, shown once, revoked. */
export function addKeyActs(pages: OperatorPages, again: Judged<OperatorContext>['again']): void {
  const path = '/o/clients/:id';
  pages.act({
    path: `${path}/keys`,
    needs: 'keys.change',
    leadsTo: 'rights',
    undone: { asks: askRotation },
    secondPerson: newKey,
    judged: { fields: { overlap: term(hoursOfOverlap) }, again },
    act: rotate,
  });
  pages.act({
    path: `${path}/keys/retire`,
    needs: 'keys.change',
    leadsTo: 'rights',
    undone: { asks: askRetirement },
    secondPerson: { alone: 'a key that is ended gives nothing' },
    act: retire,
  });
  pages.act({
    path: `${path}/secret`,
    needs: 'keys.change',
    leadsTo: 'rights',
    undone: { asks: askSecret },
    secondPerson: newSecret,
    act: replaceSecret,
  });
}

const clientOf = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;
const overlapOf = ({ form }: OperatorCall): string =>
  hoursOfOverlap.find((one) => one === form.get('overlap')) ?? '24';
const pathOf = (call: OperatorCall): string => `/o/clients/${clientOf(call)}`;

async function placeOf(call: OperatorCall): Promise<Place | null> {
  const client = await findClient(call.ctx.pageDb, clientOf(call));
  return client && { name: client.name, back: pathOf(call), language: call.language };
}

async function askRotation(call: OperatorCall): Promise<Question | null> {
  const place = await placeOf(call);
  const keys = await listKeys(call.ctx.pageDb, clientOf(call), call.now);
  const live = keys.filter(({ isLive }) => isLive).length;
  return place && rotateQuestion({ live, hours: Number(overlapOf(call)) }, place);
}

async function askRetirement(call: OperatorCall): Promise<Question | null> {
  const place = await placeOf(call);
  const keys = await listKeys(call.ctx.pageDb, clientOf(call), call.now);
  const key = keys.find(({ version, isLive }) => isLive && version === idIn(call.form.get('version')));
  return place && key ? retireQuestion(`№ ${key.version}`, place) : null;
}

async function askSecret(call: OperatorCall): Promise<Question | null> {
  const place = await placeOf(call);
  return place && secretQuestion(place);
}

async function rotate(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const labels = clientLabels[language];
  const ask = { clientId: clientOf(call), retireAfterHours: Number(overlapOf(call)) };
  const outcome = await rotateKey(ctx.db, ctx.keyring, principal, ask, now);
  if (outcome.is === 'step-up') return { is: 'step-up', to: pathOf(call) };
  if (outcome.is !== 'rotated') return { is: 'missing' };
  const shown = {
    title: labels.newKey,
    lead: labels.shownOnce,
    items: [{ name: labels.signing, value: outcome.secret }],
    fileName: `key-${clientOf(call)}`,
    note: labels.oldUntil(formatMoment(outcome.oldKeysRetireAt, language)),
    to: pathOf(call),
  };
  return { is: 'shown', page: secretsPage(shown, language) };
}

async function retire(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const ask = { clientId: clientOf(call), version: idIn(form.get('version')) ?? 0 };
  const outcome = await retireKey(ctx.db, ctx.keyring, principal, ask, now);
  if (outcome.is === 'step-up') return { is: 'step-up', to: pathOf(call) };
  if (outcome.is === 'missing') return { is: 'missing' };
  return { is: 'done', to: pathOf(call), flash: { kind: 'yes', text: clientLabels[language].retired } };
}

async function replaceSecret(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const labels = clientLabels[language];
  const outcome = await replaceCallbackSecret(ctx.db, ctx.keyring, principal, clientOf(call), now);
  if (outcome.is === 'step-up') return { is: 'step-up', to: pathOf(call) };
  if (outcome.is !== 'replaced') return { is: 'missing' };
  const shown = {
    title: labels.newSecret,
    lead: labels.shownOnce,
    items: [{ name: labels.callbackSecret, value: outcome.secret }],
    fileName: `callback-secret-${clientOf(call)}`,
    note: labels.secretLead,
    to: pathOf(call),
  };
  return { is: 'shown', page: secretsPage(shown, language) };
}
