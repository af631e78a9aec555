/** `/c/sandbox`: what a client's developers set for test orders; and the clock of one of them. */
import { findSandbox } from '../../../clients/sandbox.ts';
import { setSandbox, type SandboxAsk } from '../../../clients/set-sandbox.ts';
import { moveClockByPerson } from '../../../orders/acts/move-test-clock.ts';
import { productScripts } from '../../../orders/test-script.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { sandboxLabels } from './labels.ts';
import { sandboxView } from './sandbox-view.ts';

const home = '/c/sandbox';

export function addSandbox(pages: CabinetPages): void {
  pages.page({
    path: home,
    needs: 'settings.change',
    load: ({ ctx, party }) => findSandbox(ctx.pageDb, party.partyId),
    view: (sandbox, { language }) => sandboxView(sandbox, language),
  });
  pages.act({
    path: '/c/sandbox/callbacks',
    needs: 'settings.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: (call) =>
      save(call, {
        clientId: call.party.partyId,
        callbacks: call.form.get('callbacks') ?? '',
        callbackUrl: call.form.get('callbackUrl') ?? '',
        inboxAnswer: call.form.get('inboxAnswer') ?? '',
        allowsPrivate: call.ctx.config.privateAddresses.callbacks,
      }),
  });
  pages.act({
    path: '/c/sandbox/outcomes',
    needs: 'settings.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: (call) =>
      save(call, {
        clientId: call.party.partyId,
        productId: idIn(call.form.get('productId')?.trim()),
        script: call.form.get('script') ?? '',
        scripts: productScripts,
      }),
  });
  pages.act({
    path: '/c/orders/:id/clock',
    needs: 'settings.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: moveClock,
  });
}

async function save(call: CabinetCall, ask: SandboxAsk): Promise<ActEnd> {
  const { ctx, principal, party, form, language, now } = call;
  const labels = sandboxLabels[language];
  const outcome = await setSandbox(ctx.db, ctx.keyring, principal, ask, now);
  switch (outcome.is) {
    case 'set':
      return { is: 'done', to: home, flash: { kind: 'yes', text: labels.saved } };
    case 'missing':
      return { is: 'missing' };
    case 'wrong': {
      const sandbox = await findSandbox(ctx.pageDb, party.partyId);
      const errors = { [outcome.field]: labels.problems[outcome.field] };
      return { is: 'wrong', page: sandboxView(sandbox, language, errors, form) };
    }
  }
}

async function moveClock(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, party, params, form, language, now } = call;
  const labels = sandboxLabels[language];
  const requestId = idIn(params['id']);
  if (requestId === null) return { is: 'missing' };
  const ask = { clientId: party.partyId, requestId, seconds: idIn(form.get('seconds')) ?? 0 };
  const moved = await moveClockByPerson(ctx.db, ctx.keyring, principal, ask, now);
  if (moved.is === 'missing') return { is: 'missing' };
  const flash =
    moved.is === 'moved'
      ? { kind: 'yes' as const, text: labels.moved }
      : { kind: 'no' as const, text: labels.tooFar };
  return { is: 'done', to: `/c/orders/${requestId}`, flash };
}
