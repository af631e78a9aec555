/** Approves and executes, or rejects, an act of the operator that somebody else asked for. */
import { operator } from '../../people/access/party.ts';
import type { Principal } from '../../people/access/principal.ts';
import {
  decideApproval,
  findApproval,
  type Decided,
  type Execute,
} from '../../people/approvals/approvals.ts';
import type { Context } from '../../context.ts';
import { cellOf } from '../../platform/cells/cell-context.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { executeSetAdapter } from './adapter-settings.ts';
import { executeTopUp } from './book-top-up.ts';
import { executeCredit } from './client-credit.ts';
import { executeClientLive } from './client-live.ts';
import { executeGoLive } from './go-live.ts';
import { given, givenActs } from './given-acts.ts';
import { executeTerms } from './held-terms.ts';
import { executeExportCodes } from './export-codes.ts';
import { executeForgetClient } from './forget-client.ts';
import { executeLoadDraft, executeLoadFile } from './load-codes.ts';
import { executePutOnSale } from './put-on-sale.ts';
import { executeSetFourEyes } from './set-four-eyes.ts';
import { executeShowCode } from './show-code.ts';
import { executeVouch } from './vouch-for-products.ts';
import { executeInvite } from '../../people/team/invite.ts';
import { executeRole } from '../../people/team/members.ts';
import { executeGiveBack } from '../../people/team/give-back.ts';

/** Every act that may wait for a second person, with the function that executes it after approval. */
const executors = (keyring: Keyring): Record<string, Execute> => ({
  'money.top-up': executeTopUp(keyring),
  'client.live': executeClientLive(keyring),
  'client.forget': executeForgetClient(keyring),
  'client.credit': executeCredit(keyring),
  'pool.load-file': executeLoadFile(keyring),
  'pool.load-draft': executeLoadDraft(keyring),
  'supplier.adapter-set': executeSetAdapter(keyring),
  'supplier.go-live': executeGoLive(keyring),
  'product.on-sale': executePutOnSale(keyring),
  'product.vouched': executeVouch(keyring),
  'code.show': executeShowCode,
  'codes.export': executeExportCodes,
  'four-eyes.set': executeSetFourEyes(keyring),
  'team.invite': executeInvite(keyring),
  'team.role': executeRole(keyring),
  'team.give-back': executeGiveBack(keyring),
  'client.terms': executeTerms(keyring),
  // These are executed by the person who asked, after the approval.
  ...Object.fromEntries(givenActs.map((act) => [act, given])),
});

export async function decideGuardedAct(
  ctx: DecidingContext,
  principal: Principal,
  ask: { id: number; approve: boolean },
  now: Date,
): Promise<Decided> {
  const { db, keyring } = await contextOf(ctx, ask.id, now);
  return decideApproval(
    db,
    keyring,
    principal,
    { party: operator, ...ask, execute: executors(keyring) },
    now,
  );
}

type DecidingContext = Pick<Context, 'db' | 'cells' | 'keyring'>;

/** An act that concerns a client is executed in the client's cell. */
async function contextOf(ctx: DecidingContext, id: number, now: Date): Promise<DecidingContext> {
  if (ctx.cells.length === 0) return ctx;
  const approval = await findApproval(ctx.db, operator, id, now);
  const { clientId } = JSON.parse(approval?.payload ?? '{}') as { clientId?: number };
  return clientId === undefined ? ctx : cellOf(ctx, clientId);
}
