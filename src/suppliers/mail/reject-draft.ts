import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { endDraft, findDraft } from './drafts.ts';

/** Ends a draft without loading it; its file stays, sealed. */
export function rejectDraft(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { draftId, note }: { draftId: number; note: string },
  now: Date,
): Promise<'rejected' | 'no-draft'> {
  return atomically(db, async (tx) => {
    const draft = await findDraft(tx, draftId);
    if (draft === null) return 'no-draft';
    const party = { side: 'supplier', partyId: draft.supplierId } as const;
    if (!may(principal, 'stock.load', party)) return 'no-draft';
    if (!(await endDraft(tx, { draftId, state: 'rejected', note }, now))) return 'no-draft';
    const act = { party, by: actorOf(principal), act: 'pool.draft-rejected', about: `draft ${draftId}` };
    await recordAct(tx, keyring, act, now);
    return 'rejected';
  });
}
