import assert from 'node:assert/strict';
import sharp from 'sharp';
import { decideLook } from '../../src/acts/looks/decide-look.ts';
import { beginLook, proposeLook, saveLook, setLogo } from '../../src/acts/looks/look-acts.ts';
import type { LookFields } from '../../src/certificates/looks/client-look.ts';
import type { LookKey } from '../../src/certificates/looks/look-rows.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import type { TestWorld } from './test-world.ts';

export const logoFile = (background = '#0b5d3b'): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 90, channels: 3, background } })
    .png()
    .toBuffer();

interface Wanted {
  campaign?: string;
  fields: Partial<LookFields>;
  logo?: Buffer;
}

type Where = Pick<TestWorld, 'cellOf' | 'clock'>;
type OfClient = { id: number };

/** A look that waits for approval. */
export async function proposedLook(
  world: Where,
  client: OfClient,
  { campaign = '', fields, logo }: Wanted,
): Promise<LookKey> {
  const ctx = world.cellOf(client);
  const now = world.clock.now();
  const begun = await beginLook(ctx, fromShell, { clientId: client.id, campaign }, now);
  assert.ok(begun.is === 'begun', JSON.stringify(begun));
  const key = { clientId: client.id, id: begun.id };
  assert.deepEqual(await saveLook(ctx, fromShell, key, fields, now), { is: 'saved' });
  if (logo !== undefined) assert.deepEqual(await setLogo(ctx, fromShell, key, logo, now), { is: 'saved' });
  assert.deepEqual(await proposeLook(ctx, fromShell, key, now), { is: 'proposed' });
  return key;
}

/** One that recipients see. */
export async function approvedLook(world: Where, client: OfClient, look: Wanted): Promise<LookKey> {
  const key = await proposedLook(world, client, look);
  const decision = { seen: null, approve: true, reason: '' };
  const decided = await decideLook(world.cellOf(client), fromShell, key, decision, world.clock.now());
  assert.deepEqual(decided, { is: 'approved' });
  return key;
}
