/** `/o/clients`: what is agreed with each client, its keys and its people. */
import { createCallTest } from '../../../callbacks/test-call.ts';
import { cellOfNewClient } from '../../../clients/new-clients-cell.ts';
import { listKeys } from '../../../clients/keys.ts';
import { findListedClient } from '../../../clients/list-clients.ts';
import { addClientWithTerms, changeTerms } from '../../../acts/guarded/client-terms.ts';
import { findBalance } from '../../../ledger/balance.ts';
import { clientParty } from '../../../people/access/party.ts';
import { invite, listInvitations } from '../../../people/team/invite.ts';
import { listMembers } from '../../../people/team/members.ts';
import { html } from '../../../platform/text/html.ts';
import { wrongAt } from '../../../web/form/fields.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { loadWay } from '../onboarding/client-onboarding.ts';
import type { OperatorCall, OperatorContext, OperatorPages } from '../operator.ts';
import { addClientBulk } from './bulk-pages.ts';
import { clientFields } from './client-fields.ts';
import { clientFormView, newClientTyped, readTerms, typedClient } from './client-form.ts';
import { clientView, type ClientLook, type ClientPage } from './client-view.ts';
import { addForgetClient } from './forget-client.ts';
import { answerReason } from '../../../reports/order-story/callbacks/answer-reason.ts';
import { addressQuestion } from '../../../web/confirm/key-questions.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { addKeyActs } from './key-acts.ts';
import { clientLabels } from './labels.ts';
import { addClientList, besideClient } from './list-page.ts';
import { secretsPage } from '../../../web/shell/secrets-view.ts';
import { notAskedText } from '../../../acts/guarded/not-asked-text.ts';
import { readFourEyes } from '../../../people/approvals/four-eyes.ts';
import { waitingText } from '../waiting.ts';

const path = '/o/clients/:id';

export function addClients(pages: OperatorPages, ctx: OperatorContext): void {
  addClientList(pages);
  pages.page<URLSearchParams>({
    path: '/o/clients/new',
    needs: 'clients.change',
    load: ({ now }) => Promise.resolve(newClientTyped(now)),
    view: (typed, call) => newPage(typed, call),
  });
  pages.act({
    path: '/o/clients/new',
    needs: 'clients.change',
    leadsTo: 'money',
    undone: 'pages',
    secondPerson: 'asked-by-verb',
    act: create,
  });
  pages.page<ClientPage>({ path, needs: 'clients.read', load, view: (page, call) => clientView(page, call) });
  pages.page<ClientPage>({
    path: `${path}/edit`,
    needs: 'clients.change',
    load: loadChangeable,
    view: (page, call) => editPage(page, call),
  });
  pages.act({
    path: `${path}/edit`,
    needs: 'clients.change',
    leadsTo: 'money',
    undone: { asks: askAddress },
    secondPerson: 'asked-by-verb',
    act: save,
  });
  pages.act({
    path: `${path}/invite`,
    needs: 'team.change',
    leadsTo: 'rights',
    undone: 'pages',
    secondPerson: 'asked-by-verb',
    act: inviteOwner,
  });
  addCallTest(pages, ctx);
  addKeyActs(pages, (call, errors) => again(call, { errors }));
  addClientBulk(pages);
  addForgetClient(pages);
}

const clientOf = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;
const pathOf = (call: OperatorCall): string => `/o/clients/${clientOf(call)}`;

async function load(call: OperatorCall): Promise<ClientPage | null> {
  const { pageDb } = call.ctx;
  const clientId = clientOf(call);
  const party = clientParty(clientId);
  const client = await findListedClient(pageDb, clientId, call.now);
  const balance = await findBalance(pageDb, clientId);
  if (client === null || balance === null) return null;
  const [keys, members, invitations, way, beside] = await Promise.all([
    listKeys(pageDb, clientId, call.now),
    listMembers(pageDb, party),
    listInvitations(pageDb, party, call.now),
    loadWay(call, clientId),
    besideClient(call, clientId),
  ]);
  return { client, balance, keys, members, invitations, way, beside };
}

async function loadChangeable(call: OperatorCall): Promise<ClientPage | null> {
  const page = await load(call);
  return page?.client.forgottenAt === null ? page : null;
}

async function askAddress(call: OperatorCall): Promise<Question | null> {
  const { form, language } = call;
  const page = await loadChangeable(call);
  if (page === null || 'errors' in readTerms(call, page.client)) return null;
  const { name, callbackUrl } = page.client;
  const place = { name, back: `${pathOf(call)}/edit`, language };
  return addressQuestion(callbackUrl, form.get('callbackUrl') ?? '', place);
}

async function again(call: OperatorCall, look: ClientLook): Promise<ActEnd> {
  const page = await load(call);
  return page === null ? { is: 'missing' } : { is: 'wrong', page: clientView(page, call, look) };
}

function newPage(typed: URLSearchParams, { language }: OperatorCall, errors: FieldErrors = {}) {
  const labels = clientLabels[language];
  const title = labels.form.newTitle;
  return {
    title,
    errors,
    main: html`<h1>${title}</h1>
<form method="post" action="${at('/o/clients/new', language)}">${clientFormView({ typed, errors }, labels)}
<div class="actions"><button class="button main">${labels.form.create}</button></div></form>`,
  };
}

function editPage({ client, balance }: ClientPage, call: OperatorCall, errors: FieldErrors | null = null) {
  const { language, form } = call;
  const labels = clientLabels[language];
  const title = labels.form.editTitle;
  const typed = errors === null ? typedClient(client, balance.creditKopecks) : form;
  const own = (act: string): string => at(`${pathOf(call)}${act}`, language);
  return {
    title,
    errors: errors ?? {},
    main: html`<p><a href="${own('')}">${client.name}</a></p>
<h1>${title}</h1>
<form method="post" action="${own('/edit')}">${clientFormView({ typed, errors: errors ?? {} }, labels)}
<div class="actions"><button class="button main">${labels.form.save}</button></div></form>`,
  };
}

async function create(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const wrong = (errors: FieldErrors): ActEnd => ({ is: 'wrong', page: newPage(form, call, errors) });
  const read = readTerms(call, null);
  if ('errors' in read) return wrong(read.errors);
  const { switchedOn: _on, ...terms } = read.terms;
  const { added, waiting } = await addClientWithTerms(await cellOfNewClient(ctx), principal, terms, now);
  switch (added.is) {
    case 'forbidden':
      return { is: 'missing' };
    case 'wrong':
      return wrong(wrongAt(clientFields, clientLabels[language].fields, [added.field]));
    case 'added': {
      const labels = clientLabels[language];
      // With four eyes nobody alone holds the key of a client that may order for real one day.
      if ((await readFourEyes(ctx.db)).on)
        return {
          is: 'done',
          to: `/o/clients/${added.id}`,
          flash: {
            kind: 'note',
            text: [labels.added, labels.keysByTwo, waitingText(waiting, language)].join(' ').trim(),
          },
        };
      const shown = {
        title: labels.added,
        lead: labels.shownOnce,
        items: [
          { name: labels.signing, value: added.secret },
          { name: labels.callbackSecret, value: added.callbackSecret },
        ],
        fileName: `client-${added.id}`,
        note: waitingText(waiting, language),
        to: `/o/clients/${added.id}`,
      };
      return { is: 'shown', page: secretsPage(shown, language) };
    }
  }
}

async function save(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const { form, fields } = clientLabels[language];
  const page = await loadChangeable(call);
  if (page === null) return { is: 'missing' };
  const wrong = (errors: FieldErrors): ActEnd => ({ is: 'wrong', page: editPage(page, call, errors) });
  const read = readTerms(call, page.client);
  if ('errors' in read) return wrong(read.errors);
  const ask = { clientId: clientOf(call), terms: read.terms };
  const { changed, waiting } = await changeTerms(ctx, principal, ask, now);
  const waits = waitingText(waiting, language);
  switch (changed.is) {
    case 'missing':
      return { is: 'missing' };
    case 'wrong':
      return wrong(wrongAt(clientFields, fields, [changed.field]));
    case 'changed':
      return done(call, waits === null ? 'yes' : 'note', [form.saved, waits].join(' ').trim());
    case 'unchanged':
      return done(call, 'note', waits ?? form.unchanged);
  }
}

const done = (call: OperatorCall, kind: 'yes' | 'no' | 'note', text: string): ActEnd => ({
  is: 'done',
  to: pathOf(call),
  flash: { kind, text },
});

async function inviteOwner(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = clientLabels[language];
  const email = (form.get('email') ?? '').trim().slice(0, 300);
  const ask = { party: clientParty(clientOf(call)), email, role: 'owner', language };
  const invited = await invite(ctx.db, ctx.keyring, principal, ask, now);
  switch (invited.is) {
    case 'invited':
      ctx.onPlaced();
      return done(call, 'yes', labels.invitationSent);
    case 'forbidden':
    case 'no-party':
    case 'bad-role':
      return { is: 'missing' };
    case 'waits':
      return done(call, 'note', waitingText([invited], language) ?? '');
    case 'not-asked':
      return done(call, 'no', notAskedText(invited.why, language));
    default:
      return again(call, { email, errors: { email: labels.inviteProblems[invited.is] } });
  }
}

function addCallTest(pages: OperatorPages, ctx: OperatorContext): void {
  const callTest = createCallTest(ctx);
  pages.act({
    path: `${path}/test`,
    needs: 'settings.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    async act(call) {
      const { tested } = clientLabels[call.language];
      const answer = await callTest(call.principal, { clientId: clientOf(call), outcome: 'ok' });
      switch (answer.is) {
        case 'missing':
          return { is: 'missing' };
        case 'called': {
          const why = answerReason(answer.answer, answer.url, call.language);
          return why === null ? done(call, 'yes', tested.ok) : done(call, 'no', tested.failed(why));
        }
        case 'too-many':
          return done(call, 'no', tested['too-many'](answer.waitSeconds));
        default:
          return done(call, 'no', tested[answer.is]);
      }
    },
  });
}
