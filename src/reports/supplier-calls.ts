import type { Sql } from '../platform/database/database.ts';

/** A call to a supplier about one order, with what was said; codes and secrets are masked in it. */
export interface SupplierExchangeCall {
  exchangeId: number;
  supplierId: number;
  kind: 'issue' | 'activate';
  attempt: number;
  at: Date;
  durationMs: number;
  outcome: 'done' | 'refused' | 'unclear' | 'unreached' | 'wrong';
  httpStatus: number | null;
  details: string;
  transcript: string;
}

/** The last ones; more are not told. */
const mostCalls = 20;

export async function findSupplierCalls(
  db: Sql,
  { clientId, requestId }: { clientId: number; requestId: number },
): Promise<SupplierExchangeCall[]> {
  const { rows } = await db.query<SupplierExchangeCall>(
    `select x.id as "exchangeId", x.supplier_id as "supplierId", x.kind, t.attempt, t.at, t.duration_ms as "durationMs",
       t.outcome, t.http_status as "httpStatus", t.details, t.transcript
     from exchanges x
     join exchange_attempts t on t.supplier_id = x.supplier_id and t.exchange_id = x.id
     where x.client_id = $1 and x.request_id = $2 order by t.at desc, t.attempt desc limit $3`,
    [clientId, requestId, mostCalls],
  );
  return rows.toReversed();
}
