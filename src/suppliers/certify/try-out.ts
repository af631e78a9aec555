/** One real call to a supplier, for whoever has just set how it is called. A code that it makes is blocked here at once. */
import { actorOf, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { transaction } from '../../platform/database/database.ts';
import type { CallOutcome } from '../calls/call-supplier.ts';
import { readAgreement } from '../set-agreement.ts';
import type { PlainCode } from '../../vault/seal-code.ts';
import { blocking, openConversation, type CertifyContext } from './conversation.ts';
import { findSubject } from './find-targets.ts';

export interface TryOutAsk {
  supplierId: number;
  /** `issue`: the first face of the first product that the supplier issues; a code: that it is activated. */
  call: 'issue' | PlainCode;
}

export type TriedOut =
  | { is: 'tried'; outcome: CallOutcome }
  /** `no-target`: nothing of it is issued by its API. */
  | { is: 'no-supplier' | 'step-up' | 'no-agreement' | 'no-target' };

export async function tryOut(
  ctx: CertifyContext,
  principal: Principal,
  { supplierId, call }: TryOutAsk,
  now: Date,
): Promise<TriedOut> {
  const party = { side: 'supplier', partyId: supplierId } as const;
  const permitted = permit(principal, 'integration.change', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'no-supplier' };
  const subject = await findSubject(ctx.db, {
    supplier: String(supplierId),
    productId: null,
    facesKopecks: [],
  });
  if (subject === null) return { is: 'no-supplier' };
  const agreement = await readAgreement(ctx.db, ctx.keyring, supplierId);
  if (agreement === null) return { is: 'no-agreement' };
  const target = subject.targets.find(
    ({ transferScheme, facesKopecks }) => transferScheme === 'api' && facesKopecks.length > 0,
  );
  const faceKopecks = target?.facesKopecks[0];
  if (call === 'issue' && faceKopecks === undefined) return { is: 'no-target' };
  const act = { party, by: actorOf(principal), act: 'supplier.tried', about: `supplier ${supplierId}` };
  await transaction(ctx.db, (tx) => recordAct(tx, ctx.keyring, act, now));
  const talk = openConversation(blocking(ctx), agreement);
  if (call !== 'issue') return { is: 'tried', outcome: await talk.activate(call) };
  if (target === undefined || faceKopecks === undefined) return { is: 'no-target' };
  return { is: 'tried', outcome: await talk.issue({ target, faceKopecks }) };
}
