import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildShop } from '../../bench/world/shop.ts';
import { postTransfers, type TransferKind } from '../../src/ledger/post-transfers.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

/** Of two ends of an order the first holds, also if they are different. */
const cases: { first: TransferKind[]; again: TransferKind }[] = [
  { first: ['hold'], again: 'hold' },
  { first: ['hold', 'capture'], again: 'capture' },
  { first: ['hold', 'capture'], again: 'release' },
  { first: ['hold', 'capture', 'refund'], again: 'refund' },
];

test('each phase of an order is booked once', async () => {
  await using database = await migratedDatabase();
  const { db, keyring, now } = database;
  const { clients } = await buildShop(db, keyring, now);
  const [one, other] = clients.map(({ client }) => client.id) as [number, number];
  const book = (kind: TransferKind, requestId: number, clientId = one): Promise<void> =>
    transaction(db, (tx) => postTransfers(tx, [{ kind, clientId, requestId, amountKopecks: 100 }], now));
  for (const [requestId, { first, again }] of cases.entries()) {
    for (const kind of first) await book(kind, requestId);
    await assert.rejects(book(again, requestId), { code: '23505' }, again);
  }
  await book('hold', 0, other);
});
