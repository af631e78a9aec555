/** `/o/mail`: whether letters and texts arrive. */
import { listMailsSetAside, type MailSetAside } from '../../../messaging/bounces/mails-set-aside.ts';
import { createMessageTrials, type TryMessage } from '../../../upkeep/setup/try-messages.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorContext, OperatorPages } from '../operator.ts';
import { mailLabels } from './labels.ts';
import { mailView, mostSetAside } from './mail-view.ts';
import { sendReasons } from '../../../platform/mail/send-reasons.ts';

const path = '/o/mail';
const fields = { letter: 'email', text: 'phone' } as const;

export function addMail(pages: OperatorPages, ctx: OperatorContext): void {
  pages.page<MailSetAside[]>({
    path,
    needs: 'orders.resend',
    load,
    view: (mails, call) => mailView(mails, call),
  });
  const trials = createMessageTrials(ctx);
  for (const kind of ['letter', 'text'] as const)
    pages.act({
      path: `${path}/${kind}`,
      needs: 'settings.change',
      leadsTo: 'nothing',
      undone: 'nothing',
      act: (call) => tryOne(call, kind, trials[kind]),
    });
}

const load = ({ ctx }: OperatorCall): Promise<MailSetAside[]> =>
  listMailsSetAside(ctx.pageDb, { limit: mostSetAside });

async function again(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  return { is: 'wrong', page: mailView(await load(call), call, errors) };
}

const said = (kind: 'yes' | 'no' | 'note', text: string): ActEnd => ({
  is: 'done',
  to: path,
  flash: { kind, text },
});

async function tryOne(call: OperatorCall, kind: 'letter' | 'text', send: TryMessage): Promise<ActEnd> {
  const { principal, form, now, language } = call;
  const labels = mailLabels[language];
  const field = fields[kind];
  const tried = await send(principal, (form.get(field) ?? '').trim(), now);
  switch (tried.is) {
    case 'missing':
      return { is: 'missing' };
    case 'no-address':
      return again(call, { [field]: labels.noAddress[kind] });
    case 'not-set':
      return again(call, { [field]: labels.notSet[kind] });
    case 'too-many':
      return said('no', labels.tooMany(tried.waitSeconds));
    case 'slow':
      return said('note', labels.slow);
    case 'sent':
      return said('yes', kind === 'letter' ? labels.letterSent : labels.textSent(tried.parts ?? 1));
    case 'failed':
    case 'unclear':
      return said('no', labels[tried.is](sendReasons.text(sendReasons.read(tried.details), language)));
  }
}
