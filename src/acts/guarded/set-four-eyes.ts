/** Whether the installation asks for a second person. */
import type { Execute } from '../../people/approvals/approvals.ts';
import { operator } from '../../people/access/party.ts';
import { may, type Principal } from '../../people/access/principal.ts';
import { readFourEyes, writeFourEyes, type FourEyes } from '../../people/approvals/four-eyes.ts';
import { atomically } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { askFor, type GuardedContext, type NotYet } from '../../people/approvals/hold-back.ts';

const act = 'four-eyes.set';

/** Turns four eyes on at once; once they are on, whatever loosens them needs a second person too. */
export async function setFourEyes(
  { db, keyring }: GuardedContext,
  principal: Principal,
  chosen: FourEyes,
  now: Date,
): Promise<{ is: 'set' } | { is: 'forbidden' } | NotYet> {
  if (!may(principal, 'settings.change', operator)) return { is: 'forbidden' };
  return atomically<{ is: 'set' } | NotYet>(db, async (tx) => {
    const before = await readFourEyes(tx);
    const loosens = before.on && (!chosen.on || chosen.aboveKopecks > before.aboveKopecks);
    if (loosens) return askFor({ db: tx, keyring }, principal, { act, payload: chosen }, now);
    await writeFourEyes(tx, keyring, principal, chosen, now);
    return { is: 'set' };
  });
}

export const executeSetFourEyes =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now) => {
    await writeFourEyes(tx, keyring, principal, payload as FourEyes, now);
    return { is: 'done' };
  };
