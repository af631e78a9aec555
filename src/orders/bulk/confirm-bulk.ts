/** Confirms a previewed bulk order, by one person or two. */
import { findClient } from '../../clients/find-client.ts';
import { may, permit, type PersonPrincipal, type Principal } from '../../people/access/principal.ts';
import { askApproval, type Execute } from '../../people/approvals/approvals.ts';
import { readBulkAloneTo } from '../../people/approvals/bulk-alone-to.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { findSameFile } from './add-file.ts';
import { countAddressees } from './addressees.ts';
import { partyOf } from './bulk-acts.ts';
import { waitingLines, type BulkKey } from './bulk-order.ts';
import { decide, type Decided, type Deciding, type Judge } from './decide-bulk.ts';
import type { LockedBulk } from './lock-bulk.ts';
import { previewBulk } from './preview.ts';

export interface ConfirmAsk extends BulkKey {
  /** The same file as an earlier one is meant. */
  again: boolean;
  /** Lines without any address are meant: only their link is wanted. Absent in what waits since version 0.1.0, which did not ask. */
  linkOnly?: boolean | undefined;
}

/** What a second person agrees to. */
export interface ConfirmPayload extends ConfirmAsk {
  lines: number;
  sumKopecks: number;
}

const act = 'bulk.confirmed';
const placing = `state = 'placing', confirmed_at = $3, due_at = $3`;

/** Places what the preview has shown, line by line. It spends money: the person has to be there. */
export async function confirmBulk(
  deciding: Deciding,
  principal: Principal,
  ask: ConfirmAsk,
  now: Date,
): Promise<Decided> {
  const permitted = permit(principal, 'money.move', partyOf(ask), now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'unknown' };
  const judge: Judge = async (tx, bulk) => {
    const refused = await judgeConfirm(tx, ask, bulk);
    if (refused !== null) return refused;
    const asked = await askSecondPerson(tx, deciding.keyring, principal, ask, now);
    if (asked !== null) return asked;
    if (principal.is === 'person') await keepConfirmer(tx, ask, principal);
    return { is: 'granted', changes: placing };
  };
  return decide(deciding, principal, ask, { act, judge }, now);
}

/** Null: nothing stands against it. */
async function judgeConfirm(tx: Tx, ask: ConfirmAsk, bulk: LockedBulk): Promise<Decided | null> {
  if (bulk.state !== 'preview') return { is: 'in-state', state: bulk.state };
  if (waitingLines(bulk) === 0) return { is: 'nothing-right' };
  const sameFile = await findSameFile(tx, ask, bulk.hash);
  const placedBefore = sameFile !== null && sameFile.state !== 'preview' && sameFile.state !== 'reading';
  if (placedBefore && !ask.again) return { is: 'same-file', sameFile };
  const lines = ask.linkOnly === false ? (await countAddressees(tx, ask)).linkOnly : 0;
  return lines > 0 ? { is: 'link-only', lines } : null;
}

/** Null: one person suffices for this sum. */
async function askSecondPerson(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  ask: ConfirmAsk,
  now: Date,
): Promise<Decided | null> {
  const aloneTo = await readBulkAloneTo(tx, ask.clientId);
  if (aloneTo === null) return null;
  const { lines, sumKopecks } = await costOf(tx, ask, now);
  if (sumKopecks <= aloneTo) return null;
  const { clientId, bulkId, again, linkOnly } = ask;
  const payload: ConfirmPayload = { clientId, bulkId, again, linkOnly, lines, sumKopecks };
  const asking = { party: partyOf(ask), act: 'bulk.confirm', payload };
  const asked = await askApproval(tx, keyring, principal, asking, now);
  return asked.is === 'too-many' || asked.is === 'too-big' ? { is: 'too-many' } : { is: 'waits' };
}

async function costOf(tx: Tx, key: BulkKey, now: Date): Promise<{ lines: number; sumKopecks: number }> {
  const client = await findClient(tx, key.clientId);
  if (client === null) throw new Error('A bulk order has no client.');
  return previewBulk(tx, client, key, now);
}

/** Confirms in the name of the second person what the first one asked for, if it costs no more than it did then. */
export const executeConfirm =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now) => {
    const ask = payload as ConfirmPayload;
    if (!may(principal, 'money.move', partyOf(ask))) return { is: 'not-done', reason: { is: 'forbidden' } };
    const judge: Judge = async (inner, bulk) => {
      const refused = await judgeConfirm(inner, ask, bulk);
      if (refused !== null) return refused;
      if (waitingLines(bulk) !== ask.lines || (await costOf(inner, ask, now)).sumKopecks > ask.sumKopecks)
        return { is: 'changed' };
      if (principal.is === 'person') await keepConfirmer(inner, ask, principal);
      return { is: 'granted', changes: placing };
    };
    const decided = await decide(
      { db: tx, keyring },
      principal,
      ask,
      { act, judge, needs: 'money.move' },
      now,
    );
    return decided.is === 'done' ? { is: 'done' } : { is: 'not-done', reason: { is: decided.is } };
  };

/** Its orders are this person's. */
async function keepConfirmer(
  tx: Tx,
  { clientId, bulkId }: BulkKey,
  { personId, name }: PersonPrincipal,
): Promise<void> {
  await tx.query(
    `update bulk_orders set confirmed_by = $3, confirmed_by_name = $4 where client_id = $1 and id = $2`,
    [clientId, bulkId, personId, name],
  );
}
