/** Acts of the operator's people that wait for a second person. */
import type { DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { operator } from '../access/party.ts';
import type { Principal } from '../access/principal.ts';
import { askApproval } from './approvals.ts';
import { readFourEyes } from './four-eyes.ts';

/** Too many are open already, or the file is too large to be kept with one. */
export type NotAsked = 'too-many' | 'too-big';

/** Nothing is done yet: somebody else has to approve it. `not-asked`: it could not be asked for. */
export type NotYet = { is: 'waits'; approvalId: number } | { is: 'not-asked'; why: NotAsked };

export interface GuardedAsk {
  act: string;
  payload: object;
  attachment?: Buffer;
}

export interface GuardedContext {
  db: DatabaseOrTx;
  keyring: Keyring;
}

/** Stores an act until somebody else decides about it. */
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

/**
 * While four eyes are on, stores what one of the operator's people wants to do; null: it may be done. Clients and suppliers
 * decide about their own things, and whoever has the shell is the third person of a house of two.
 */
export async function holdBack(
  ctx: GuardedContext,
  principal: Principal,
  ask: GuardedAsk,
  now: Date,
): Promise<NotYet | null> {
  if (principal.is !== 'person' || principal.side !== 'operator') return null;
  return (await readFourEyes(ctx.db)).on ? askFor(ctx, principal, ask, now) : null;
}
