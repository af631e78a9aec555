/** Asks that a draft of codes is previewed or loaded. */
import { actorOf, may, type Principal } from '../../../people/access/principal.ts';
import { recordAct } from '../../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../../platform/database/database.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { findDraft, type Draft } from '../../../suppliers/mail/drafts.ts';
import { lastRunOf, type DraftRules, type DraftRun } from './draft-run.ts';

export type RunAsked =
  | { is: 'asked'; runId: number }
  /** `busy`: another run of it is not over; `not-previewed`: what is to be loaded was not seen before. */
  | { is: 'no-draft' | 'ended' | 'busy' | 'not-previewed' };

const partyOf = (supplierId: number) => ({ side: 'supplier', partyId: supplierId }) as const;

/** Asks for a preview of a draft: a worker reads its file, and says what loading it would do. */
export function askPreview(
  db: DatabaseOrTx,
  principal: Principal,
  { draftId, rules }: { draftId: number; rules: DraftRules },
  now: Date,
): Promise<RunAsked> {
  return atomically(db, async (tx) => {
    const draft = await findDraft(tx, draftId);
    if (draft === null || !may(principal, 'stock.load', partyOf(draft.supplierId))) return { is: 'no-draft' };
    if (draft.state !== 'waiting') return { is: 'ended' };
    return addRun(tx, principal, { draft, kind: 'preview', rules }, now);
  });
}

/**
 * Asks to load a draft exactly as it was previewed. Suppliers hand in codes, but only the operator's people load them. With
 * four eyes, the worker asks for an approval instead.
 */
export function askLoad(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { draftId, runId }: { draftId: number; runId: number },
  now: Date,
): Promise<RunAsked> {
  return atomically(db, async (tx) => {
    const draft = await findDraft(tx, draftId);
    if (draft === null || !mayLoad(principal, draft)) return { is: 'no-draft' };
    if (draft.state !== 'waiting') return { is: 'ended' };
    const last = await lastRunOf(tx, draft);
    if (last?.state === 'waiting') return { is: 'busy' };
    if (last === null || last.runId !== runId || !isLoadable(last)) return { is: 'not-previewed' };
    const asked = await addRun(tx, principal, { draft, kind: 'load', rules: last.rules }, now);
    if (asked.is !== 'asked') return asked;
    const about = `draft ${draftId}`;
    const act = { party: partyOf(draft.supplierId), by: actorOf(principal), act: 'pool.load-asked', about };
    await recordAct(tx, keyring, act, now);
    return asked;
  });
}

/** Whether a run was a preview that found something to load. */
export const isLoadable = ({ kind, outcome }: DraftRun): boolean =>
  kind === 'preview' && outcome?.is === 'opened' && outcome.outcome.is === 'preview';

export const mayLoad = (principal: Principal, { supplierId }: Pick<Draft, 'supplierId'>): boolean =>
  (principal.is === 'command' || (principal.is === 'person' && principal.side === 'operator')) &&
  may(principal, 'stock.load', partyOf(supplierId));

async function addRun(
  tx: Tx,
  principal: Principal,
  { draft, kind, rules }: { draft: Draft; kind: DraftRun['kind']; rules: DraftRules },
  now: Date,
): Promise<RunAsked> {
  const askedBy = principal.is === 'person' ? { ...principal, steppedUpAt: null } : principal;
  const { rows } = await tx.query<{ id: number }>(
    `insert into draft_runs (supplier_id, draft_id, kind, rules, asked_by, asked_at, state, due_at)
     values ($1, $2, $3, $4, $5, $6, 'waiting', $6)
     on conflict (supplier_id, draft_id) where state = 'waiting' do nothing returning id`,
    [draft.supplierId, draft.draftId, kind, JSON.stringify(rules), JSON.stringify(askedBy), now],
  );
  const [run] = rows;
  return run === undefined ? { is: 'busy' } : { is: 'asked', runId: run.id };
}
