/** Notes how the requests of placed lines have ended; at most `maxUnissued` are open at once. */
import { arrayLiteral } from '../../platform/database/array-literal.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { RequestState } from '../states.ts';
import type { BulkKey } from './bulk-order.ts';
import { orderFailed } from './problems.ts';

export interface Settled {
  issued: number;
  failed: number;
  unissued: Unissued;
}

/** Lines that were placed and have no end yet. */
export interface Unissued {
  /** Lines that wait for their certificate. */
  moving: number;
  /** Waiting for codes. */
  delayed: number;
  /** For codes of these. */
  soldOut: { productId: number; faceKopecks: number }[];
}

interface PlacedLine {
  line: number;
  requestId: number;
  productId: number;
  faceKopecks: number;
}

interface RequestEnd {
  id: number;
  state: RequestState;
  code: number | null;
}

export async function settleLines(tx: Tx, { clientId, bulkId }: BulkKey): Promise<Settled> {
  const { rows: lines } = await tx.query<PlacedLine>(
    `select line, request_id as "requestId", product_id as "productId", face_kopecks as "faceKopecks" from bulk_lines
     where client_id = $1 and bulk_id = $2 and state = 'placed'`,
    [clientId, bulkId],
  );
  if (lines.length === 0) return { issued: 0, failed: 0, unissued: { moving: 0, delayed: 0, soldOut: [] } };
  const { rows: requests } = await tx.query<RequestEnd>(
    `select id, state, error_code as code from requests where client_id = $1 and id = any($2::bigint[])`,
    [clientId, lines.map(({ requestId }) => requestId)],
  );
  const byId = new Map(requests.map((request) => [request.id, request]));
  const ends = lines.flatMap(({ line, requestId }) => {
    const { state, code } = byId.get(requestId) ?? lost();
    if (state === 'issued') return { line, state: 'issued', problems: '' };
    return state === 'failed' || state === 'cancelled'
      ? { line, state: 'failed', problems: orderFailed(code ?? 0) }
      : [];
  });
  await writeEnds(tx, { clientId, bulkId }, ends);
  const issued = ends.filter(({ state }) => state === 'issued').length;
  const waiting = lines.filter(({ requestId }) => byId.get(requestId)?.state === 'delayed');
  const unissued = {
    moving: lines.length - ends.length - waiting.length,
    delayed: waiting.length,
    soldOut: distinctOf(waiting),
  };
  return { issued, failed: ends.length - issued, unissued };
}

function lost(): never {
  throw new Error('The request of a placed line is gone.');
}

function distinctOf(lines: PlacedLine[]): Unissued['soldOut'] {
  const named = lines.map(({ productId, faceKopecks }) => ({ productId, faceKopecks }));
  return [...new Map(named.map((one) => [`${one.productId}:${one.faceKopecks}`, one])).values()];
}

async function writeEnds(
  tx: Tx,
  { clientId, bulkId }: BulkKey,
  ends: { line: number; state: string; problems: string }[],
): Promise<void> {
  if (ends.length === 0) return;
  await tx.query(
    `update bulk_lines l set state = w.state, problems = string_to_array(w.problems, ' ')
     from unnest($3::integer[], $4::text[], $5::text[]) as w (line, state, problems)
     where l.client_id = $1 and l.bulk_id = $2 and l.line = w.line and l.state = 'placed'`,
    [
      clientId,
      bulkId,
      arrayLiteral(ends.map(({ line }) => line)),
      arrayLiteral(ends.map(({ state }) => state)),
      arrayLiteral(ends.map(({ problems }) => problems)),
    ],
  );
}
