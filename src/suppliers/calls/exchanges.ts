import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { insertion } from '../../platform/database/rows.ts';
import type { Conclusion } from './conclusion.ts';

export interface NewExchange {
  supplierId: number;
  kind: 'issue' | 'activate';
  clientId: number;
  requestId: number;
  productId: number;
  faceKopecks: number;
  codeId: number | null;
  deadlineAt: Date;
}

const exchangesInsertion = insertion('exchanges', {
  supplier_id: 'bigint',
  kind: 'text',
  client_id: 'bigint',
  request_id: 'bigint',
  product_id: 'bigint',
  face_kopecks: 'bigint',
  code_id: 'bigint',
  call_id: 'uuid',
  state: 'text',
  due_at: 'timestamptz',
  deadline_at: 'timestamptz',
  created_at: 'timestamptz',
});

/** Writes exchanges for requests that need their supplier; the worker `ask-suppliers` makes the calls. */
export async function beginExchanges(tx: Tx, exchanges: NewExchange[], now: Date): Promise<void> {
  await exchangesInsertion.into(
    tx,
    exchanges.map((exchange) => ({
      supplier_id: exchange.supplierId,
      kind: exchange.kind,
      client_id: exchange.clientId,
      request_id: exchange.requestId,
      product_id: exchange.productId,
      face_kopecks: exchange.faceKopecks,
      code_id: exchange.codeId,
      call_id: randomUUID(),
      state: 'due',
      due_at: now,
      deadline_at: exchange.deadlineAt,
      created_at: now,
    })),
  );
}

/** Locks the exchanges whose claim is still valid and returns their conclusions; the others were taken over. */
export async function lockClaimed(tx: Tx, conclusions: Conclusion[]): Promise<Conclusion[]> {
  const { rows } = await tx.query<{ supplier_id: number; id: number }>(
    `select e.supplier_id, e.id
     from unnest($1::bigint[], $2::bigint[], $3::uuid[]) as w (supplier_id, id, claim_id)
     join exchanges e on e.supplier_id = w.supplier_id and e.id = w.id and e.claim_id = w.claim_id and e.state = 'due'
     order by e.supplier_id, e.id for update of e`,
    [
      conclusions.map(({ exchange }) => exchange.supplierId),
      conclusions.map(({ exchange }) => exchange.exchangeId),
      conclusions.map(({ claimId }) => claimId),
    ],
  );
  const held = new Set(rows.map((row) => `${row.supplier_id}:${row.id}`));
  return conclusions.filter(({ exchange }) => held.has(`${exchange.supplierId}:${exchange.exchangeId}`));
}

export interface ClosedExchange {
  supplierId: number;
  exchangeId: number;
  state: 'done' | 'refused' | 'quarantined' | 'given_up';
  details: string;
  codeId: number | null;
}

export async function closeExchanges(tx: Tx, exchanges: ClosedExchange[], now: Date): Promise<void> {
  if (exchanges.length === 0) return;
  await tx.query(
    `update exchanges e
     set state = w.state, details = w.details, code_id = coalesce(w.code_id, e.code_id), ended_at = $6,
         claim_id = null, leased_until = null
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[])
       as w (supplier_id, id, state, details, code_id)
     where e.supplier_id = w.supplier_id and e.id = w.id and e.state = 'due'`,
    [
      exchanges.map((one) => one.supplierId),
      exchanges.map((one) => one.exchangeId),
      exchanges.map((one) => one.state),
      exchanges.map((one) => one.details),
      exchanges.map((one) => one.codeId),
      now,
    ],
  );
}
