/** Asks to erase a recipient. */
import { operator } from '../../people/access/party.ts';
import { actorOf, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { addressContext, addressHash, textOf } from './address.ts';
import { readErasure, type ErasureAsk, type ErasureTarget, type WrongErasure } from './read-erasure.ts';

export type ErasureAsked =
  | { is: 'asked'; erasureId: number }
  | { is: 'forbidden' | 'step-up' }
  | WrongErasure;

/**
 * Asks to erase a recipient: of one order, or wherever an address is. It is done by a worker at once, and repeated for orders
 * that cannot be erased yet. The record stays for good, with a keyed hash of the address.
 */
export async function askErasure(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: ErasureAsk,
  now: Date,
): Promise<ErasureAsked> {
  const permitted = permit(principal, 'recipients.forget', operator, now);
  if (permitted !== 'permitted') return { is: permitted };
  return atomically<ErasureAsked>(db, async (tx) => {
    const read = await readErasure(tx, ask);
    if (read.is !== 'read') return read;
    const by = actorOf(principal);
    const erasureId = await insertErasure(tx, keyring, { ...read, ...by, dueAt: now }, now);
    const { target, reason } = read;
    const act = { party: operator, by, act: 'recipients.erasure-asked', about: `erasure ${erasureId}` };
    await recordAct(tx, keyring, { ...act, after: { ...auditedTarget(target), reason } }, now);
    return { is: 'asked', erasureId };
  });
}

/** Without the address. */
const auditedTarget = (target: ErasureTarget): object =>
  target.kind === 'order'
    ? { kind: 'order', client: target.clientId, request: target.requestId }
    : { kind: target.address.mail === '' ? 'phone' : 'mail', client: target.clientId };

interface NewErasure {
  target: ErasureTarget | { kind: 'client'; clientId: number };
  dueAt: Date;
  reason: string;
  actor: string;
  actorName: string;
}

export async function insertErasure(
  tx: Tx,
  keyring: Keyring,
  { target, reason, actor, actorName, dueAt }: NewErasure,
  now: Date,
): Promise<number> {
  const address = target.kind === 'address' ? target.address : null;
  const { rows } = await tx.query<{ id: number }>(
    `insert into erasures (kind, client_id, request_id, address_hash, sealed_address, reason, asked_by, asked_name, asked_at,
       state, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'due', $10) returning id`,
    [
      target.kind,
      target.clientId,
      target.kind === 'order' ? target.requestId : null,
      address && addressHash(keyring, address),
      address && keyring.seal(textOf(address), addressContext),
      reason,
      actor,
      actorName,
      now,
      dueAt,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('An erasure was not written.');
  return row.id;
}
