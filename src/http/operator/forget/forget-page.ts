/** `/o/forget`: erases recipients, counted first; and what was erased. Addresses are posted, never in an address of a page. */
import { askErasure } from '../../../upkeep/erasure/ask-erasure.ts';
import { readAddress } from '../../../upkeep/erasure/address.ts';
import { listErasureDays, listErasures } from '../../../upkeep/erasure/list-erasures.ts';
import { placeOfAsk, type ErasureAsk, type WrongErasure } from '../../../upkeep/erasure/read-erasure.ts';
import { weigh } from '../../../upkeep/erasure/weigh-erasure.ts';
import { readWanted } from '../../../orders/search/terms.ts';
import { moscowDay } from '../../../platform/time/moscow-time.ts';
import { line } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { listed, listLength, sliceOf } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import {
  forgetView,
  longestOf,
  weighedView,
  type ForgetField,
  type ForgetPage,
  type TypedErasure,
} from './forget-view.ts';
import { forgetLabels } from './labels.ts';

const path = '/o/forget';
const shownDays = 30;
const dayMs = 86_400_000;

const fields = {
  what: line({ most: longestOf.what }),
  client: line({ most: longestOf.client }),
  reason: line({ most: longestOf.reason }),
} satisfies Record<ForgetField, unknown>;

export function addForget(pages: OperatorPages): void {
  const needs = 'recipients.forget';
  pages.page<ForgetPage>({
    path,
    needs,
    stepUp: true,
    load,
    view: (page, call) => forgetView(page, call, {}),
  });
  const act = { needs, leadsTo: 'nothing', judged: { fields, again } } as const;
  pages.act({ ...act, path: `${path}/count`, undone: 'nothing', act: count });
  pages.act({ ...act, path, undone: 'shown-first', act: forget });
}

async function load({ ctx, query, now }: OperatorCall): Promise<ForgetPage> {
  const { pageDb, keyring } = ctx;
  const slice = sliceOf(query);
  const since = moscowDay(new Date(now.getTime() - shownDays * dayMs));
  const [erasures, days] = await Promise.all([
    listErasures(pageDb, keyring, { ...slice, limit: listLength + 1 }),
    listErasureDays(ctx, { since, limit: listLength }),
  ]);
  const typed = { what: String(idIn(query['request']) ?? ''), client: '', reason: '' };
  return { erasures: listed(erasures, slice, ({ id }) => id), days, typed };
}

const typedIn = (form: URLSearchParams): TypedErasure => ({
  what: (form.get('what') ?? '').trim(),
  client: (form.get('client') ?? '').trim(),
  reason: (form.get('reason') ?? '').trim(),
});

function askOf({ what, client, reason }: TypedErasure): ErasureAsk | WrongErasure {
  const clientId = idIn(client);
  if (client !== '' && clientId === null) return { is: 'no-client' };
  if (readAddress(what) !== null) return { kind: 'address', address: what, clientId, reason };
  const requestId = readWanted(what)?.number ?? null;
  return requestId === null ? { is: 'bad-address' } : { kind: 'order', requestId, reason };
}

async function count(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now } = call;
  const typed = typedIn(form);
  const ask = askOf(typed);
  if ('is' in ask) return wrong(call, ask.is);
  const weighed = await weigh(ctx, principal, ask, now);
  if (weighed.is === 'weighed') {
    const { target, earlier } = weighed;
    const address = target.kind === 'address' && earlier > 0 ? target.address : null;
    const slice = { fromKey: null, direction: 'older', limit: listLength } as const;
    const known = address === null ? [] : await listErasures(ctx.pageDb, ctx.keyring, { ...slice, address });
    return { is: 'shown', page: weighedView({ weighed, known, typed }, call) };
  }
  if (weighed.is === 'forbidden') return { is: 'missing' };
  return weighed.is === 'step-up' ? { is: 'step-up', to: path } : wrong(call, weighed.is);
}

async function forget(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const typed = typedIn(form);
  const ask = askOf(typed);
  if ('is' in ask) return wrong(call, ask.is);
  const asked = await askErasure(placeOfAsk(ctx, ask).db, ctx.keyring, principal, ask, now);
  if (asked.is === 'forbidden') return { is: 'missing' };
  if (asked.is === 'step-up') return { is: 'step-up', to: path };
  if (asked.is !== 'asked') return wrong(call, asked.is);
  ctx.onPlaced();
  return { is: 'done', to: path, flash: { kind: 'yes', text: forgetLabels[language].asked } };
}

const fieldOf: Record<WrongErasure['is'], ForgetField> = {
  'no-order': 'what',
  'bad-address': 'what',
  'no-client': 'client',
  'no-reason': 'reason',
  'reason-tells': 'reason',
};

const wrong = (call: OperatorCall, why: WrongErasure['is']): Promise<ActEnd> =>
  again(call, { [fieldOf[why]]: forgetLabels[call.language].problems[why] });

async function again(call: OperatorCall, errors: FieldErrors<ForgetField>): Promise<ActEnd> {
  const page = await load(call);
  return { is: 'wrong', page: forgetView({ ...page, typed: typedIn(call.form) }, call, errors) };
}
