/** The worker that does the erasures which people asked for. */
import { randomUUID } from 'node:crypto';
import { cellOf } from '../../platform/cells/cell-context.ts';
import { leaseEnd } from '../../platform/process/lease.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { addressContext, readAddress } from './address.ts';
import { eraseClient } from './erase-client.ts';
import { eraseAddress, eraseOrder } from './erase-address.ts';
import type { ErasureContext, Erasing } from './erasing.ts';
import { endErasure, noTally, type Tally } from './tally.ts';

const idleMs = 2000;

interface Claimed extends Erasing {
  kind: 'order' | 'address' | 'client';
  clientId: number | null;
  requestId: number | null;
  sealedAddress: Buffer | null;
}

/** Does the erasures that people asked for, and those again that found orders which could not be erased yet. */
export const createEraser = (ctx: ErasureContext): Worker => ({
  name: 'erase-recipients',
  idleMs,
  round: async () => ((await runErasure(ctx, null)) ? 1 : 0),
  drain: () => Promise.resolve(),
});

/** Runs one erasure: this one, or the one that is due first; false if there is none. A killed one is begun again. */
export async function runErasure(ctx: ErasureContext, erasureId: number | null): Promise<boolean> {
  const claimed = await claim(ctx, erasureId);
  if (claimed === null) return false;
  const tally = await erase(ctx, claimed);
  await endErasure(ctx, claimed, tally);
  return true;
}

async function claim({ db, clock }: ErasureContext, erasureId: number | null): Promise<Claimed | null> {
  const now = clock.now();
  const { rows } = await db.query<Claimed>(
    `update erasures set claim_id = $2, due_at = $3, attempts = attempts + 1
     where id = (
       select id from erasures where state = 'due' and due_at <= $1 and ($4::bigint is null or id = $4)
       order by due_at limit 1 for update skip locked)
     returning id as "erasureId", claim_id as "claimId", attempts, kind, client_id as "clientId", request_id as "requestId",
       sealed_address as "sealedAddress", asked_by as actor, asked_name as "actorName"`,
    [now, randomUUID(), leaseEnd(now), erasureId],
  );
  return rows[0] ?? null;
}

async function erase(ctx: ErasureContext, claimed: Claimed): Promise<Tally> {
  const { kind, clientId, requestId, sealedAddress } = claimed;
  if (kind === 'client' && clientId !== null) return eraseClient(cellOf(ctx, clientId), claimed, clientId);
  if (kind === 'order' && clientId !== null && requestId !== null)
    return eraseOrder(cellOf(ctx, clientId), claimed, { clientId, requestId });
  const address = sealedAddress && readAddress(ctx.keyring.open(sealedAddress, addressContext));
  if (!address) return noTally();
  return eraseAddress(ctx, claimed, { address, clientId });
}
