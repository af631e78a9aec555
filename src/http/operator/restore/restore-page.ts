/** What was set aside after a restore, for the operator. */
import { findGuard, openOfGuard } from '../../../upkeep/restores/guard.ts';
import { codesJudgedInCells, issuedInCells, judgedInCells } from '../../../upkeep/restores/in-cells.ts';
import { judgeCodes } from '../../../upkeep/restores/judge-codes.ts';
import { endGuard, judgeLimits, judgeMessages } from '../../../upkeep/restores/judge.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages, SecondPerson } from '../operator.ts';
import { restoreQuestion, type RestoreStep } from './restore-question.ts';
import { restoreLabels } from './labels.ts';
import { restorePath as path, restoreView, type RestorePage } from './restore-view.ts';

/** Codes that go on sale again may have been sold in the lost time. */
const judging = (step: RestoreStep): SecondPerson => ({
  act: 'restore.judge',
  async tells({ ctx: { pageDb, cells }, params, form }) {
    const productId = idIn(params['product']);
    const open = await openOfGuard({ db: pageDb, cells });
    return {
      restoreStep: step,
      ...(productId !== null && { productId }),
      ...(form.get('say') !== null && { say: form.get('say') }),
      open,
    };
  },
});

/** Orders and messages may already have gone out in the lost time. */
const asking =
  (step: RestoreStep) =>
  async ({ ctx: { pageDb, cells }, params, form, language }: OperatorCall): Promise<Question | null> => {
    const open = await openOfGuard({ db: pageDb, cells });
    const productId = idIn(params['product']);
    return restoreQuestion(step, { open, productId, say: form.get('say') }, language);
  };

/** `/o/restore`: what was set aside after the database was restored, and what people say of it. */
export function addRestore(pages: OperatorPages): void {
  const needs = 'restores.settle';
  pages.page<RestorePage>({
    path,
    needs,
    load: async ({ ctx: { pageDb, cells } }) => ({
      guard: await findGuard(pageDb),
      open: await openOfGuard({ db: pageDb, cells }),
    }),
    view: restoreView,
  });
  pages.act({
    path: `${path}/codes/:product`,
    needs,
    leadsTo: 'codes',
    undone: { asks: asking('codes') },
    secondPerson: judging('codes'),
    act: codes,
  });
  pages.act({
    path: `${path}/orders`,
    needs,
    leadsTo: 'codes',
    undone: { asks: asking('orders') },
    secondPerson: judging('orders'),
    act: orders,
  });
  pages.act({
    path: `${path}/messages`,
    needs,
    leadsTo: 'codes',
    undone: { asks: asking('messages') },
    secondPerson: judging('messages'),
    act: messages,
  });
  pages.act({
    path: `${path}/limits`,
    needs,
    leadsTo: 'codes',
    undone: { asks: asking('limits') },
    secondPerson: judging('limits'),
    act: limits,
  });
  pages.act({
    path: `${path}/end`,
    needs,
    leadsTo: 'codes',
    undone: { asks: asking('end') },
    secondPerson: judging('end'),
    act: end,
  });
}

const doneWithCount = (call: OperatorCall, count: number): ActEnd => {
  call.ctx.onPlaced();
  const text = restoreLabels[call.language].done(formatCount(count, call.language));
  return { is: 'done', to: path, flash: { kind: 'yes', text } };
};

type Other = { is: 'forbidden' | 'step-up' | 'not-guarded' | 'no-product' };

const endOf = ({ is }: Other): ActEnd => (is === 'step-up' ? { is, to: path } : { is: 'missing' });

/** Which of two buttons was pressed; null: neither. */
function said<Choice extends string>({ form }: OperatorCall, choices: readonly Choice[]): Choice | null {
  const say = form.get('say');
  return choices.find((choice) => choice === say) ?? null;
}

async function codes(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, params, now } = call;
  const productId = idIn(params['product']);
  const say = said(call, ['sold', 'unsold']);
  if (productId === null || say === null) return { is: 'missing' };
  const ask = { productId, list: 'rest', sold: say === 'sold' } as const;
  const judged = await codesJudgedInCells(ctx, ask, ({ db, keyring }, each) =>
    judgeCodes(db, keyring, principal, each, now),
  );
  return judged.is === 'judged' ? doneWithCount(call, judged.codes) : endOf(judged);
}

async function orders(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now } = call;
  const judged = await issuedInCells(ctx, principal, null, now);
  return judged.is === 'judged' ? doneWithCount(call, judged.count) : endOf(judged);
}

async function messages(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now } = call;
  const say = said(call, ['send', 'drop']);
  if (say === null) return { is: 'missing' };
  const ask = { requestIds: null, send: say === 'send' };
  const judged = await judgedInCells(ctx, ({ db, keyring }) =>
    judgeMessages(db, keyring, principal, ask, now),
  );
  return judged.is === 'judged' ? doneWithCount(call, judged.count) : endOf(judged);
}

async function limits(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now } = call;
  const say = said(call, ['keep', 'give-back']);
  if (say === null) return { is: 'missing' };
  const judged = await judgedInCells(ctx, ({ db, keyring }) =>
    judgeLimits(db, keyring, principal, say === 'keep', now),
  );
  return judged.is === 'judged' ? doneWithCount(call, judged.count) : endOf(judged);
}

async function end(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const ended = await endGuard(ctx, principal, now);
  const labels = restoreLabels[language];
  if (ended.is === 'ended') return { is: 'done', to: '/o', flash: { kind: 'yes', text: labels.ended } };
  if (ended.is === 'open') return { is: 'done', to: path, flash: { kind: 'no', text: labels.stillOpen } };
  return endOf(ended);
}
