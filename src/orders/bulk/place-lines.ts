import { priceOf, type Client } from '../../clients/client.ts';
import { keepAuthors } from '../keep-authors.ts';
import type { OrderAsk } from '../order-ask.ts';
import { placeOrders, type Lack, type Placement } from '../place-orders.ts';
import { arrayLiteral } from '../../platform/database/array-literal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findConfirmer, type BulkKey } from './bulk-order.ts';
import { askOf } from './judge-lines.ts';
import { problem, problemsOf } from './problems.ts';
import type { Unissued } from './settle-lines.ts';

/** The most lines of one transaction. */
export const maxBatch = 256;
/** How many requests of one bulk order may wait to be issued, before those of other clients. */
const maxUnissued = 1000;
/**
 * Once so many of them wait for codes, lines of what is sold out are passed over, so that they don't keep the others from
 * being placed.
 */
const maxDelayed = 500;

interface WaitingLine {
  line: number;
  fields: string;
  uuid: string;
}

export interface PlacedLines {
  placed: number;
  refused: number;
  /** Requests of the orders that were placed now. */
  requestIds: number[];
  /** Null: funds sufficed. */
  needsKopecks: number | null;
  /** Nothing more can be placed before something placed is issued. */
  isFull: boolean;
  /** They wait for what another cell may have. */
  lacking: LackingLine[];
}

export interface LackingLine {
  line: number;
  lack: Lack;
}

export interface Placing {
  client: Client;
  limit: number;
  unissued: Unissued;
  /** Whether what a line lacks in its cell is in no other one either: then it is refused. */
  isNowhere: (line: number) => boolean;
}

/** Places the next lines of a bulk order as makeOrder would, and notes of each what became of it. */
export async function placeLines(
  tx: Tx,
  key: BulkKey,
  { client, limit, unissued, isNowhere }: Placing,
  now: Date,
): Promise<PlacedLines> {
  const capacity = maxUnissued - unissued.moving - unissued.delayed;
  const lines = capacity <= 0 ? [] : await nextLines(tx, key, unissued, Math.min(limit, capacity));
  const outcomes = await placeAll(tx, { client, isNowhere }, lines, now);
  await writeOutcomes(tx, key, outcomes);
  const requestIds = outcomes.flatMap((one) => (one.is === 'placed' && !one.repeated ? one.requestId : []));
  await keepOrigin(tx, key, requestIds);
  const lacking = outcomes.flatMap((outcome) => (outcome.is === 'no-funds' ? outcome.sumKopecks : []));
  return {
    placed: outcomes.filter(({ is }) => is === 'placed').length,
    refused: outcomes.filter(({ is }) => is === 'refused').length,
    requestIds,
    needsKopecks: lacking.length === 0 ? null : Math.min(...lacking),
    isFull: lines.length === 0,
    lacking: outcomes.filter((outcome) => outcome.is === 'lacking'),
  };
}

async function nextLines(
  tx: Tx,
  { clientId, bulkId }: BulkKey,
  { delayed, soldOut }: Unissued,
  limit: number,
): Promise<WaitingLine[]> {
  const passedOver = delayed < maxDelayed ? [] : soldOut;
  const { rows } = await tx.query<WaitingLine>(
    `select line, fields, uuid from bulk_lines
     where client_id = $1 and bulk_id = $2 and state = 'right'
       and (product_id, face_kopecks) not in (select * from unnest($3::bigint[], $4::bigint[]))
     order by line limit $5`,
    [
      clientId,
      bulkId,
      passedOver.map(({ productId }) => productId),
      passedOver.map(({ faceKopecks }) => faceKopecks),
      limit,
    ],
  );
  return rows;
}

type Outcome =
  | { is: 'placed'; line: number; requestId: number; repeated: boolean }
  | { is: 'refused'; line: number; problems: string[] }
  /** It stays as it is and is placed when there are funds. */
  | { is: 'no-funds'; sumKopecks: number }
  /** It stays as it is until other cells were asked. */
  | ({ is: 'lacking' } & LackingLine);

async function placeAll(
  tx: Tx,
  { client, isNowhere }: Pick<Placing, 'client' | 'isNowhere'>,
  lines: WaitingLine[],
  now: Date,
): Promise<Outcome[]> {
  const read = lines.map((line) => ({ line: line.line, order: askOf(client, line, now) }));
  const asked = read.flatMap(({ line, order }) => (order.is === 'read' ? { line, ask: order.ask } : []));
  const { result, written } = await placeOrders(
    tx,
    asked.map(({ ask }) => ask),
    now,
  );
  await written;
  const outcomes = asked.map(({ line, ask }, index) => {
    const placement = result[index] as Placement;
    const lack = placement.is === 'refused' ? placement.lacks : undefined;
    return lack !== undefined && !isNowhere(line)
      ? ({ is: 'lacking', line, lack } as const)
      : outcomeOf(line, ask, placement);
  });
  // Since it was read the client's settings have changed.
  const wrong = read.flatMap(({ line, order }): Outcome[] =>
    order.is === 'read'
      ? []
      : [{ is: 'refused', line, problems: order.names.map((name) => problem(name, 'form')) }],
  );
  return [...outcomes, ...wrong];
}

function outcomeOf(line: number, ask: OrderAsk, placement: Placement): Outcome {
  if (placement.is === 'placed') return { ...placement, line };
  const { refusal } = placement;
  return refusal.why === 'no-funds'
    ? { is: 'no-funds', sumKopecks: priceOf(ask.client, ask.faceKopecks) }
    : { is: 'refused', line, problems: problemsOf(refusal) };
}

async function writeOutcomes(tx: Tx, { clientId, bulkId }: BulkKey, outcomes: Outcome[]): Promise<void> {
  const decidedLines = outcomes.filter((outcome) => outcome.is !== 'no-funds' && outcome.is !== 'lacking');
  if (decidedLines.length === 0) return;
  await tx.query(
    `update bulk_lines l
     set state = w.state, request_id = w.request_id, problems = string_to_array(w.problems, ' ')
     from unnest($3::integer[], $4::text[], $5::bigint[], $6::text[]) as w (line, state, request_id, problems)
     where l.client_id = $1 and l.bulk_id = $2 and l.line = w.line and l.state = 'right'`,
    [
      clientId,
      bulkId,
      arrayLiteral(decidedLines.map(({ line }) => line)),
      arrayLiteral(decidedLines.map(({ is }) => is)),
      arrayLiteral(decidedLines.map((outcome) => (outcome.is === 'placed' ? outcome.requestId : null))),
      arrayLiteral(
        decidedLines.map((outcome) => (outcome.is === 'refused' ? outcome.problems.join(' ') : '')),
      ),
    ],
  );
}

/** A line whose uuid was known led to an order that was there before. */
async function keepOrigin(tx: Tx, { clientId, bulkId }: BulkKey, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await keepAuthors(tx, { clientId, bulkId, person: await findConfirmer(tx, { clientId, bulkId }) }, ids);
}

/** The line that would be placed next is given up. */
export async function refuseFirstLine(tx: Tx, key: BulkKey, unissued: Unissued): Promise<number> {
  const [first] = await nextLines(tx, key, unissued, 1);
  if (first === undefined) return 0;
  await writeOutcomes(tx, key, [
    { is: 'refused', line: first.line, problems: [problem('order', 'not-handled')] },
  ]);
  return 1;
}
