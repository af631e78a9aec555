import { enrolClient } from '../src/acts/onboarding/client-onboarding.ts';
import { fillContract } from '../src/acts/onboarding/contract.ts';
import { fromShell } from '../src/people/access/principal.ts';
import { transaction } from '../src/platform/database/database.ts';
import { beginner, beginnersContract } from './demo-world/beginner.ts';
import type { SeedingContext } from './seed-demo.ts';

/** Adds a client in the middle of its onboarding: its owner has filled in the contract, and the operator has to agree. */
export async function seedBeginner({
  db,
  keyring,
  clock,
  config,
}: SeedingContext): Promise<{ id: number; name: string }> {
  if (config.production) throw new Error('The demo world is never made in production.');
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `select id from clients where name = $1 order by id limit 1`,
      [beginner.name],
    );
    const [known] = rows;
    if (known !== undefined) return { id: known.id, name: beginner.name };
    const now = clock.now();
    const added = await enrolClient(tx, keyring, fromShell, { ...beginner, testMode: true }, now);
    if (added.is !== 'added') throw new Error(`The demo's beginner was not added: ${added.is}.`);
    await fillContract(tx, keyring, fromShell, { clientId: added.id, data: beginnersContract }, now);
    return { id: added.id, name: beginner.name };
  });
}
