/** Changes whose spreadsheets with codes become drafts. */
import { operator } from '../../people/access/party.ts';
import { may, type Principal } from '../../people/access/principal.ts';
import { changeSenders, type SenderChange } from '../../suppliers/mail/senders.ts';
import { recorded, supplierParty, type ActContext } from './recorded.ts';

export type SendersEdited = Awaited<ReturnType<typeof changeSenders>> | 'forbidden';

export async function editSenders(
  ctx: ActContext,
  principal: Principal,
  change: SenderChange,
  now: Date,
): Promise<SendersEdited> {
  if (!may(principal, 'suppliers.change', operator)) return 'forbidden';
  return recorded<SendersEdited>(
    ctx,
    principal,
    async (tx) => {
      const outcome = await changeSenders(tx, change);
      if (outcome !== 'changed') return { outcome, done: null };
      const { add, remove } = change;
      const party = add === undefined ? operator : supplierParty(add.supplierId);
      const about = add === undefined ? 'senders' : `supplier ${add.supplierId}`;
      const before = remove === undefined ? null : { email: remove };
      const after = add === undefined ? null : { email: add.address };
      return { outcome, done: { party, act: 'senders.changed', about, before, after } };
    },
    now,
  );
}
