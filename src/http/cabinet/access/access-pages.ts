/** `/c/api`: what a client's developers set for their programs. */
import type { CallTest } from '../../../callbacks/test-call.ts';
import { clientCalls } from '../../../reports/call-log/call-tables.ts';
import { lastAddresses } from '../../../reports/call-log/list-calls.ts';
import { changeAccess, type AccessAsk } from '../../../clients/change-access.ts';
import type { KeyKind } from '../../../clients/client.ts';
import { findClient } from '../../../clients/find-client.ts';
import { listKeys, replaceCallbackSecret, retireKey } from '../../../clients/keys.ts';
import { rotateKey } from '../../../clients/rotate-key.ts';
import { may } from '../../../people/access/principal.ts';
import type { Asks } from '../../../web/shell/pages.ts';
import {
  addressQuestion,
  retireQuestion,
  rotateQuestion,
  secretQuestion,
  type Place,
} from '../../../web/confirm/key-questions.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { flag, line, term } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { hasDocs } from '../../../web/shell/docs-link.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetContext, CabinetPages } from '../cabinet.ts';
import { accessView, hoursOfOverlap, overlapField, type AccessData } from './access-view.ts';
import { accessLabels, problemText } from './labels.ts';
import { secretView, testView } from './shown-view.ts';

const home = '/c/api';

const judgedKeys = {
  kind: term(['live', 'test']),
  [overlapField.live]: term(hoursOfOverlap),
  [overlapField.test]: term(hoursOfOverlap),
};
const judgedSettings = { callbackUrl: line({ most: 2048 }), uuidRequired: flag(), postOnly: flag() };

export function addAccess(pages: CabinetPages, callTest: CallTest): void {
  pages.page({
    path: home,
    needs: 'settings.change',
    load,
    view: (data, { language }) => accessView(data, language),
  });

  pages.act({
    path: '/c/api/keys',
    needs: 'keys.change',
    leadsTo: 'rights',
    undone: { asks: askRotation },
    judged: { fields: judgedKeys, again },
    act: rotate,
  });

  pages.act({
    path: '/c/api/keys/retire',
    needs: 'keys.change',
    leadsTo: 'rights',
    undone: { asks: askRetirement },
    judged: { fields: judgedKeys, again },
    async act({ ctx: { db, keyring }, principal, party, form, language, now }) {
      const version = idIn(form.get('version'));
      if (version === null) return { is: 'missing' };
      const ask = { clientId: party.partyId, version, kind: kindIn(form) };
      const outcome = await retireKey(db, keyring, principal, ask, now);
      if (outcome.is === 'step-up') return { is: 'step-up', to: home };
      if (outcome.is === 'missing') return { is: 'missing' };
      return { is: 'done', to: home, flash: { kind: 'yes', text: accessLabels[language].keyRetired } };
    },
  });

  pages.act({
    path: '/c/api/secret',
    needs: 'keys.change',
    leadsTo: 'rights',
    undone: { asks: async (call) => secretQuestion(placeOf(call)) },
    async act({ ctx: { db, keyring }, principal, party, language, now }) {
      const outcome = await replaceCallbackSecret(db, keyring, principal, party.partyId, now);
      if (outcome.is === 'step-up') return { is: 'step-up', to: home };
      return outcome.is === 'replaced'
        ? { is: 'shown', page: secretView(outcome, language) }
        : { is: 'missing' };
    },
  });

  const settings = (
    path: string,
    read: (form: URLSearchParams) => Omit<AccessAsk, 'clientId'>,
    undone: Asks<CabinetContext> | 'pages' = 'pages',
  ): void =>
    pages.act({
      path,
      needs: 'settings.change',
      leadsTo: 'rights',
      undone,
      judged: { fields: judgedSettings, again },
      act: (call) => save(call, read(call.form)),
    });

  settings(
    '/c/api/callbacks',
    (form) => ({
      callbackUrl: form.get('callbackUrl') ?? '',
      callbackFormat: form.get('callbackFormat') ?? '',
    }),
    { asks: askAddress },
  );
  settings('/c/api/networks', (form) => ({ networks: form.get('networks') ?? '' }));
  settings('/c/api/rules', (form) => ({
    uuidRequired: form.get('uuidRequired') === 'yes',
    postOnly: form.get('postOnly') === 'yes',
  }));

  pages.act({
    path: '/c/api/test',
    needs: 'settings.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    judged: { fields: { outcome: term(['ok', 'error']) }, again },
    async act(call) {
      const { principal, party, form, language } = call;
      const labels = accessLabels[language];
      const outcome = form.get('outcome') === 'error' ? 'error' : 'ok';
      const tested = await callTest(principal, { clientId: party.partyId, outcome });
      switch (tested.is) {
        case 'called':
          return { is: 'shown', page: testView(tested, language) };
        case 'missing':
          return { is: 'missing' };
        case 'no-address':
          return again(call, { callbackUrl: labels.noCallbackUrl });
        case 'no-secret':
          return { is: 'done', to: home, flash: { kind: 'no', text: labels.testLost } };
        case 'too-many':
          return {
            is: 'done',
            to: home,
            flash: { kind: 'no', text: labels.testTooMany(tested.waitSeconds) },
          };
      }
    },
  });
}

const placeOf = ({ language }: CabinetCall): Place => ({ name: null, back: home, language });

async function askRotation(call: CabinetCall): Promise<Question | null> {
  const { ctx, party, form, now } = call;
  const kind = kindIn(form);
  const keys = await listKeys(ctx.pageDb, party.partyId, now, kind);
  return rotateQuestion(
    { live: keys.filter(({ isLive }) => isLive).length, hours: overlapIn(form, kind) },
    placeOf(call),
  );
}

async function askRetirement(call: CabinetCall): Promise<Question | null> {
  const { ctx, party, form, now, language } = call;
  const kind = kindIn(form);
  const keys = await listKeys(ctx.pageDb, party.partyId, now, kind);
  const key = keys.find(({ version, isLive }) => isLive && version === idIn(form.get('version')));
  return key === undefined
    ? null
    : retireQuestion(accessLabels[language].keysOf[kind].name(key.version), placeOf(call));
}

async function askAddress(call: CabinetCall): Promise<Question | null> {
  const { ctx, party, form } = call;
  const client = await findClient(ctx.pageDb, party.partyId);
  return client && addressQuestion(client.callbackUrl, form.get('callbackUrl') ?? '', placeOf(call));
}

async function load({
  ctx: { pageDb, config },
  principal,
  party,
  now,
}: CabinetCall): Promise<AccessData | null> {
  const clientId = party.partyId;
  const [client, keys, testKeys, addresses] = await Promise.all([
    findClient(pageDb, clientId),
    listKeys(pageDb, clientId, now),
    listKeys(pageDb, clientId, now, 'test'),
    lastAddresses(pageDb, clientCalls, clientId),
  ]);
  const mayKeys = may(principal, 'keys.change', party);
  const { baseUrl } = config;
  return client && { client, keys, testKeys, addresses, baseUrl, hasDocs: hasDocs(config), mayKeys };
}

async function rotate({
  ctx: { db, keyring },
  principal,
  party,
  form,
  language,
  now,
}: CabinetCall): Promise<ActEnd> {
  const kind = kindIn(form);
  const ask = { clientId: party.partyId, kind, retireAfterHours: overlapIn(form, kind) };
  const outcome = await rotateKey(db, keyring, principal, ask, now);
  if (outcome.is === 'step-up') return { is: 'step-up', to: home };
  return outcome.is === 'rotated'
    ? { is: 'shown', page: secretView({ ...outcome, kind }, language) }
    : { is: 'missing' };
}

const overlapIn = (form: URLSearchParams, kind: KeyKind): number =>
  Number(hoursOfOverlap.find((one) => one === form.get(overlapField[kind])) ?? '24');

const kindIn = (form: URLSearchParams): KeyKind => (form.get('kind') === 'test' ? 'test' : 'live');

async function save(call: CabinetCall, fields: Omit<AccessAsk, 'clientId'>): Promise<ActEnd> {
  const { ctx, principal, party, language, now } = call;
  const labels = accessLabels[language];
  const allowsPrivate = ctx.config.privateAddresses.callbacks;
  const ask = { clientId: party.partyId, ...fields, allowsPrivate };
  const outcome = await changeAccess(ctx.db, ctx.keyring, principal, ask, now);
  switch (outcome.is) {
    case 'missing':
      return { is: 'missing' };
    case 'wrong':
      return again(call, { [outcome.problem.field]: problemText(outcome.problem, labels) });
    case 'changed':
    case 'unchanged': {
      const text = outcome.is === 'changed' ? labels.saved : labels.unchanged;
      return { is: 'done', to: home, flash: { kind: outcome.is === 'changed' ? 'yes' : 'note', text } };
    }
  }
}

async function again(call: CabinetCall, errors: FieldErrors): Promise<ActEnd> {
  const data = await load(call);
  return data === null
    ? { is: 'missing' }
    : { is: 'wrong', page: accessView(data, call.language, errors, call.form) };
}
