/** Exchanges with suppliers are begun: where an order is accepted, and where it is issued. */
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { insertion } from '../../platform/database/rows.ts';
import type { OpenExchange } from './conclusion.ts';

export interface NewExchange extends Omit<OpenExchange, 'exchangeId' | 'codeExpiresAt' | 'createdAt'> {
  /** End of its order's ttl; null: it has none. */
  ttlAt: Date | null;
}

/** A supplier is called for at most a day, or until the order's ttl; then the order ends without it. */
const askingLimitMs = 24 * 3600_000;

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
  const limit = new Date(now.getTime() + askingLimitMs);
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
      deadline_at: exchange.ttlAt !== null && exchange.ttlAt < limit ? exchange.ttlAt : limit,
      created_at: now,
    })),
  );
}
