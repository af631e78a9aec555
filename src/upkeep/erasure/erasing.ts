/** An erasure that is going on. */
import type { Context } from '../../context.ts';

export type ErasureContext = Pick<Context, 'db' | 'cells' | 'clock' | 'keyring' | 'crashPoint'>;

/** An erasure that a process is at work with, and who asked for it. */
export interface Erasing {
  erasureId: number;
  claimId: string;
  attempts: number;
  actor: string;
  actorName: string;
}
