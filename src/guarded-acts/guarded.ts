import type { DatabaseOrTx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { operator } from '../people/access/party.ts';
import type { Principal } from '../people/access/principal.ts';
import { askApproval, maxAttachmentBytes, mostOpenApprovals } from '../people/approvals/approvals.ts';

export interface GuardedContext {
  db: DatabaseOrTx;
  keyring: Keyring;
}

/** Nothing is done yet: somebody else has to approve it. `refused`: it could not be asked for. */
export type NotYet = { is: 'waits'; approvalId: number } | { is: 'not-asked'; why: string };

export interface GuardedAsk {
  act: string;
  payload: object;
  attachment?: Buffer;
}

/** Stores the act until somebody else decides about it. */
export async function askFor(
  { db, keyring }: GuardedContext,
  principal: Principal,
  ask: GuardedAsk,
  now: Date,
): Promise<NotYet> {
  const asked = await askApproval(db, keyring, principal, { party: operator, ...ask }, now);
  switch (asked.is) {
    case 'asked':
    case 'waits':
      return { is: 'waits', approvalId: asked.id };
    case 'too-many':
      return { is: 'not-asked', why: `${mostOpenApprovals} approvals are open already` };
    case 'too-big':
      return {
        is: 'not-asked',
        why: `a file for approval has ${maxAttachmentBytes / 1_000_000} MB at the most`,
      };
  }
}
