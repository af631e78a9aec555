/** What a second person reads before a certificate is sent elsewhere or taken back. */
import { findClientOrder, type OrderStory } from '../../../reports/client-order.ts';
import { maskedAddress } from '../../../platform/values/masked-address.ts';
import { phoneOr } from '../../../platform/values/phone.ts';
import type { OperatorCall, SecondPerson, ApprovalFacts } from '../operator.ts';
import { orderKey } from './load-order.ts';
import { refundOf } from './refund-sum.ts';

const typed = ({ form }: OperatorCall, name: string): string => (form.get(name) ?? '').trim();

async function orderOf(call: OperatorCall): Promise<OrderStory['order'] | null> {
  const key = await orderKey(call);
  return key === null ? null : ((await findClientOrder(call.ctx.pageDb, key))?.order ?? null);
}

const orderFacts = ({ clientId, requestId, productId, title, faceKopecks }: OrderStory['order']) => ({
  clientId,
  requestId,
  productId,
  title,
  faceKopecks,
});

/** Approvals and the audit are kept longer than recipients' data. */
const masked = (address: string): string => (address === '' ? '' : maskedAddress(address));

/** To the same address it goes to nobody new. */
async function tellRedirect(call: OperatorCall): Promise<ApprovalFacts> {
  const [email, phone] = [typed(call, 'email'), phoneOr(typed(call, 'phone'))];
  if (email === '' && phone === '') return null;
  const order = await orderOf(call);
  if (order === null) return null;
  return {
    ...orderFacts(order),
    ...(email !== '' && { emailFrom: masked(order.emailTo), emailTo: masked(email) }),
    ...(phone !== '' && { phoneFrom: masked(order.toPhone), phoneTo: masked(phone) }),
  };
}

/** Sums up to that of the rule need nobody else, as bookings; what comes back of one certificate in several refunds is one sum. */
const tellRefund: Extract<SecondPerson, { act: string }>['tells'] = async (call, { aboveKopecks }) => {
  const order = await orderOf(call);
  if (order === null) return null;
  const takenBack = call.form.get('takenBack') === 'yes';
  const { sumKopecks } = refundOf(order, takenBack);
  if (sumKopecks + (order.refundedCard?.returnedKopecks ?? 0) <= aboveKopecks) return null;
  return { ...orderFacts(order), sumKopecks, takenBack, note: typed(call, 'note') };
};

export const redirecting: SecondPerson = { act: 'order.redirect', tells: tellRedirect };
export const refunding: SecondPerson = { act: 'order.refund', tells: tellRefund };
