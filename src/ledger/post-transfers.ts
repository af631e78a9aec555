/** The ledger of orders: locks and reads funds, books transfers, moves balances. */
import { inOrder, type Sql, type Tx } from '../platform/database/database.ts';
import { keepsMany } from '../platform/database/kept-versions.ts';
import { joinNewest } from '../platform/database/newest-version.ts';
import { byPlaces } from '../platform/database/by-keys.ts';
import { insertion } from '../platform/database/rows.ts';

export type AccountName = 'funds' | 'held' | 'outside' | 'sales';

export type TransferKind = 'top_up' | 'chargeback' | 'hold' | 'capture' | 'release' | 'refund';

/** One debit and one credit of the same amount. */
export interface Transfer {
  clientId: number;
  kind: TransferKind;
  amountKopecks: number;
  requestId: number | null;
  note?: string;
  /** For transfers booked by a person. */
  reference?: string;
  reverses?: number;
}

/** The transfers of requests that are issued or end; test orders have none, nor have those that a choice certificate has paid. */
export const transfersOf = (
  kind: 'capture' | 'release',
  requests: { clientId: number; requestId: number; sumKopecks: number; testmode: boolean }[],
): Transfer[] =>
  requests
    .filter(({ testmode, sumKopecks }) => !testmode && sumKopecks > 0)
    .map(({ clientId, requestId, sumKopecks }) => ({ clientId, kind, amountKopecks: sumKopecks, requestId }));

const ways: Record<TransferKind, { from: AccountName; to: AccountName; phase: 1 | 2 | 3 | null }> = {
  top_up: { from: 'outside', to: 'funds', phase: null },
  chargeback: { from: 'funds', to: 'outside', phase: null },
  hold: { from: 'funds', to: 'held', phase: 1 },
  capture: { from: 'held', to: 'sales', phase: 2 },
  release: { from: 'held', to: 'funds', phase: 2 },
  refund: { from: 'sales', to: 'funds', phase: 3 },
};

/** The sign of what a transfer of this kind does to an account; 0: nothing. */
export function effectOn(account: AccountName, kind: TransferKind): -1 | 0 | 1 {
  const { from, to } = ways[kind];
  return to === account ? 1 : from === account ? -1 : 0;
}

export const transferKinds = Object.keys(ways) as TransferKind[];

const transfersInsertion = insertion(
  'transfers',
  { client_id: 'bigint', amount_kopecks: 'bigint', request_id: 'bigint', note: 'text' },
  { kind: 'text', from_account: 'text', to_account: 'text', phase: 'smallint', at: 'timestamptz' },
);

/** Bookings by people are rare and have more columns. */
const byHandInsertion = insertion(
  'transfers',
  { client_id: 'bigint', amount_kopecks: 'bigint', note: 'text', reference: 'text', reverses: 'bigint' },
  { kind: 'text', from_account: 'text', to_account: 'text', at: 'timestamptz' },
);

/**
 * Books transfers of any number of clients: one insert per kind, one update per account. Call it last before the
 * commit.
 */
export async function postTransfers(tx: Tx, transfers: Transfer[], now: Date): Promise<void> {
  if (transfers.length === 0) return;
  const moves = movesOf(transfers);
  const ofKinds = [...Map.groupBy(transfers, ({ kind }) => kind)];
  // The accounts are locked last: they are what concurrent transactions wait for.
  await inOrder(
    ...ofKinds.map(
      ([kind, ofKind]) =>
        () =>
          insertTransfers(tx, kind, ofKind, now),
    ),
    () => lockAccounts(tx, [...new Set(transfers.map(({ clientId }) => clientId))]),
    () => moveBalances(tx, moves),
  );
}

/** Incoming money reduces a shortfall. Nothing here can increase one; the CHECK refuses the rest. */
async function moveBalances(tx: Tx, moves: Move[]): Promise<void> {
  const { rowCount } = await tx.query(
    `update accounts
     set balance_kopecks = balance_kopecks + move.delta,
         shortfall_kopecks = greatest(0, least(shortfall_kopecks, -(balance_kopecks + move.delta + credit_kopecks)))
     from unnest($1::bigint[], $2::text[], $3::bigint[]) as move (client_id, name, delta)
     ${keepsMany(tx) ? byPlace : `where accounts.client_id = move.client_id and accounts.name = move.name`}`,
    [
      moves.map((move) => move.clientId),
      moves.map((move) => move.name),
      moves.map((move) => move.deltaKopecks),
    ],
  );
  if (keepsMany(tx) && rowCount !== moves.length)
    throw new Error('An account whose balance moves is not there, or its client is not locked.');
}

/** An account does not change its place: the funds of its client are locked. */
const byPlace = `${joinNewest('accounts', { key: { client_id: 'move.client_id', name: 'move.name' }, columns: 'ctid as place', as: 'newest' })}
  where ${byPlaces('accounts', 'newest.place', 'move.client_id')}`;

async function insertTransfers(tx: Tx, kind: TransferKind, transfers: Transfer[], now: Date): Promise<void> {
  const { from, to, phase } = ways[kind];
  if (phase === null) {
    await byHandInsertion.into(
      tx,
      transfers.map((transfer) => ({
        client_id: transfer.clientId,
        amount_kopecks: transfer.amountKopecks,
        note: transfer.note ?? '',
        reference: transfer.reference ?? null,
        reverses: transfer.reverses ?? null,
      })),
      { kind, from_account: from, to_account: to, at: now },
    );
    return;
  }
  await transfersInsertion.into(
    tx,
    transfers.map((transfer) => ({
      client_id: transfer.clientId,
      amount_kopecks: transfer.amountKopecks,
      request_id: transfer.requestId,
      note: transfer.note ?? '',
    })),
    { kind, from_account: from, to_account: to, phase, at: now },
  );
}

interface Move {
  clientId: number;
  name: AccountName;
  deltaKopecks: number;
}

function movesOf(transfers: Transfer[]): Move[] {
  const accounts = new Map<AccountName, Map<number, number>>();
  const add = (name: AccountName, clientId: number, deltaKopecks: number): void => {
    const ofClients = accounts.getOrInsertComputed(name, () => new Map());
    ofClients.set(clientId, (ofClients.get(clientId) ?? 0) + deltaKopecks);
  };
  for (const { clientId, kind, amountKopecks } of transfers) {
    add(ways[kind].from, clientId, -amountKopecks);
    add(ways[kind].to, clientId, amountKopecks);
  }
  return [...accounts].flatMap(([name, ofClients]) =>
    [...ofClients].map(([clientId, deltaKopecks]) => ({ clientId, name, deltaKopecks })),
  );
}

/**
 * Every transaction that moves money of clients locks their funds first, in the order of client ids. This one row
 * stands for all accounts of the client, so transactions cannot deadlock. Returns how many of the clients exist.
 */
export async function lockAccounts(tx: Tx, clientIds: number[]): Promise<number> {
  const { rowCount } = await tx.query(
    keepsMany(tx)
      ? `select ${newestFunds('for update')}`
      : `select from accounts where name = 'funds' and client_id = any($1::bigint[]) order by client_id for update`,
    [clientIds],
  );
  return rowCount ?? 0;
}

/** What each client can spend now: its free balance plus its credit line. */
export function readFunds(tx: Sql, clientIds: number[]): Promise<Map<number, number>> {
  return availableFunds(tx, clientIds);
}

/** Locks the clients' funds until the transaction ends and reads what is available. */
export function lockFunds(tx: Tx, clientIds: number[]): Promise<Map<number, number>> {
  return availableFunds(tx, clientIds, 'for update');
}

async function availableFunds(
  tx: Sql,
  clientIds: number[],
  lock?: 'for update',
): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ client_id: number; available: number }>(
    keepsMany(tx)
      ? `select w.client_id, balance_kopecks + credit_kopecks as available ${newestFunds(lock)}`
      : `select client_id, balance_kopecks + credit_kopecks as available from accounts
         where name = 'funds' and client_id = any($1::bigint[]) ${lock === undefined ? '' : `order by client_id ${lock}`}`,
    [clientIds],
  );
  return new Map(rows.map((row) => [row.client_id, row.available]));
}

/** SQL: each client's funds once, in the order in which everybody locks them. */
const newestFunds = (lock?: 'for update'): string =>
  `from (select distinct client_id from unnest($1::bigint[]) as asked (client_id) order by 1) w
   ${joinNewest('accounts', { key: { client_id: 'w.client_id', name: `'funds'` }, columns: 'balance_kopecks, credit_kopecks', as: 'a', ...(lock && { lock }) })}`;

/**
 * A client with this many times the funds that a batch needs is not locked while the batch is judged: other concurrent
 * batches cannot use up the difference. If they did, the CHECK on the funds would refuse the batch, and its orders
 * would be tried one by one. Whatever is granted must be booked by `postTransfers` in the same transaction.
 */
const ampleTimes = 50;

export interface HoldAsk {
  clientId: number;
  sumKopecks: number;
}

/** Whether what `readFunds` found is enough to judge these holds without locking the funds. */
export function areFundsAmple(read: Map<number, number>, asks: HoldAsk[]): boolean {
  const wanted = new Map<number, number>();
  for (const { clientId, sumKopecks } of asks) wanted.set(clientId, (wanted.get(clientId) ?? 0) + sumKopecks);
  return [...wanted].every(([id, kopecks]) => (read.get(id) ?? 0) >= ampleTimes * kopecks);
}
