/** Acts under four eyes: stores an act until somebody else decides about it. */
import type { DatabaseOrTx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { operator } from '../people/access/party.ts';
import type { Principal } from '../people/access/principal.ts';
import { askApproval } from '../people/approvals/approvals.ts';

export interface GuardedContext {
  db: DatabaseOrTx;
  keyring: Keyring;
}

/** Too many are open already, or the file is too large to be kept with one. */
export type NotAsked = 'too-many' | 'too-big';

/** Nothing is done yet: somebody else has to approve it. `not-asked`: it could not be asked for. */
export type NotYet = { is: 'waits'; approvalId: number } | { is: 'not-asked'; why: NotAsked };

export interface GuardedAsk {
  act: string;
  payload: object;
  attachment?: Buffer;
}

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
    case 'too-big':
      return { is: 'not-asked', why: asked.is };
  }
}
