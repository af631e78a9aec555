/** Decisions of the operator about the looks of clients. */
import type { LookProblem } from '../../certificates/looks/judge-look.ts';
import {
  findCampaignLook,
  findLook,
  seenVersion,
  writeEnd,
  type LookKey,
} from '../../certificates/looks/look-rows.ts';
import { givenReason } from '../../platform/values/given-reason.ts';
import { operator } from '../../people/access/party.ts';
import { may, type Principal } from '../../people/access/principal.ts';
import { act, editBy, judge, mayEdit, missing, type LookActContext, type NotDone } from './look-act.ts';

export const longestReason = 300;

const mayDecide = (principal: Principal): boolean => may(principal, 'clients.change', operator);

export type LookDecided =
  | { is: 'approved' | 'declined' | 'no-reason' }
  | { is: 'wrong'; problems: LookProblem[] }
  | NotDone;

export interface Decision {
  /** `seenVersion` of what was shown; null: as it is now. */
  seen: string | null;
  approve: boolean;
  /** What the client reads; needed where it is declined. */
  reason: string;
}

export function decideLook(
  ctx: LookActContext,
  principal: Principal,
  key: LookKey,
  { seen, approve, reason }: Decision,
  now: Date,
): Promise<LookDecided> {
  if (!mayDecide(principal)) return missing;
  const given = approve ? '' : givenReason(reason, longestReason);
  if (!approve && given === '') return Promise.resolve({ is: 'no-reason' });
  return act<LookDecided>(
    ctx,
    principal,
    key.clientId,
    async (tx) => {
      const look = await findLook(tx, key);
      if (look === null) return { is: 'missing' };
      if (look.state !== 'proposed' || (seen !== null && seen !== seenVersion(look))) return { is: 'moved' };
      const edit = editBy(principal, now);
      if (!approve) {
        await writeEnd(tx, key, { state: 'declined', reason: given }, edit);
        const after = { reason: given };
        return { outcome: { is: 'declined' }, act: 'look.declined', look: key, after };
      }
      const problems = await judge(tx, key.clientId, look.fields);
      if (problems.length > 0) return { outcome: { is: 'wrong', problems }, act: null, look: key };
      const shown = await findCampaignLook(tx, look, 'approved');
      if (shown !== null) await writeEnd(tx, shown, { state: 'replaced', reason: '' }, edit);
      await writeEnd(tx, key, { state: 'approved', reason: '' }, edit);
      return {
        outcome: { is: 'approved' },
        act: 'look.approved',
        look: key,
        before: shown && { look: shown.id },
        after: { campaign: look.campaign, sender: look.fields.senderName },
      };
    },
    now,
  );
}

export type LookWithdrawn = { is: 'withdrawn' | 'no-reason' } | NotDone;

/** Withdraws a look at once. The operator has to say why, the client does not. */
export function withdrawLook(
  ctx: LookActContext,
  principal: Principal,
  key: LookKey,
  reason: string,
  now: Date,
): Promise<LookWithdrawn> {
  const isOwn = principal.is === 'person' && principal.side === 'client';
  if (!(isOwn ? mayEdit(principal, key.clientId) : mayDecide(principal))) return missing;
  const given = givenReason(reason, longestReason);
  if (!isOwn && given === '') return Promise.resolve({ is: 'no-reason' });
  return act<LookWithdrawn>(
    ctx,
    principal,
    key.clientId,
    async (tx) => {
      const look = await findLook(tx, key);
      if (look === null) return { is: 'missing' };
      // Letters that were sent before show the logo of one that was replaced.
      const isSeen = look.state === 'approved' || (look.state === 'replaced' && !isOwn);
      if (!isSeen) return { is: 'moved' };
      await writeEnd(tx, key, { state: 'withdrawn', reason: given }, editBy(principal, now));
      return {
        outcome: { is: 'withdrawn' },
        act: 'look.withdrawn',
        look: key,
        before: { campaign: look.campaign },
        after: { reason: given },
      };
    },
    now,
  );
}
