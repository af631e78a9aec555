/** Checks everything, seals the days that are over, and reads the ends of the audit chains. */
import type { Clock } from '../platform/time/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { verify, type Verification } from '../reports/verify.ts';
import { sealDays } from './seal-days.ts';
import { readHeads, type Verdict } from './verdict.ts';

export interface ProvingContext {
  db: Database;
  keyring: Keyring;
  clock: Pick<Clock, 'now'>;
}

export async function prove(
  { db, keyring, clock }: ProvingContext,
  onCheck: (check: Pick<Verification['checks'][number], 'promise'>, place: number, of: number) => void,
): Promise<Verdict> {
  const verified = await verify(db, onCheck, keyring);
  const days = await sealDays(db, keyring, clock.now());
  const heads = await readHeads(db);
  return { ...verified, ok: verified.ok && days.changed.length === 0, sealedDays: days, auditHeads: heads };
}
