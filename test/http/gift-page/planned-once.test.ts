import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findGifts, findGiftsByTokens } from '../../../src/certificates/find-gift.ts';
import { findSentAddresses } from '../../../src/messaging/queue/find-sent-addresses.ts';
import { openDatabase, type Database } from '../../../src/platform/database/database.ts';
import type { Keyring } from '../../../src/platform/secrets/keyring.ts';
import { findRedemptionsOf } from '../../../src/redemption/find-redemption.ts';
import { findCodes } from '../../../src/vault/find-code.ts';
import { gatherReveals } from '../../../src/vault/reveal.ts';
import { systemClock } from '../../../src/platform/time/clock.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';

const lengths = [1, 2, 1, 3, 8, 1, 16, 2, 1, 5, 1, 4];
/** So often PostgreSQL plans for the given values before it compares. */
const plannedFirst = 5;

type Lookup = (db: Database, keyring: Keyring, length: number) => Promise<unknown>;
const now = new Date('2026-11-21T12:00:00+03:00');
const times = <Item>(length: number, item: Item): Item[] => Array.from({ length }, () => item);

const lookups: Record<string, Lookup> = {
  'gifts by their links': (db, _keyring, length) => findGiftsByTokens(db, times(length, 'x'), now),
  'gifts by their keys': (db, _keyring, length) =>
    findGifts(db, times(length, { clientId: 1, requestId: 1 }), now),
  'addresses of gifts': (db, _keyring, length) =>
    findSentAddresses(db, times(length, { clientId: 1, requestId: 1 })),
  'codes by their numbers': (db, keyring, length) =>
    findCodes(db, keyring, times(length, { supplierId: 1, number: '1' })),
  'redemptions of codes': (db, _keyring, length) =>
    findRedemptionsOf(db, times(length, { supplierId: 1, codeId: 1, idempotencyKey: 'k' })),
  'codes that are opened': async (db, keyring, length) => {
    const reveal = gatherReveals({ db, keyring, clock: systemClock });
    const reading = { supplierId: 1, codeId: 1, reader: 'gift-page', address: '' } as const;
    await Promise.allSettled(times(length, reading).map((one) => reveal(one)));
  },
};

test('no lookup of a gift page or a till is planned again for each number of those asked together', async () => {
  await using world = await migratedDatabase();
  for (const [name, lookup] of Object.entries(lookups)) {
    const db = openDatabase(world.url, { connections: 1, name: 'facevalue test' });
    for (const length of lengths) await lookup(db, world.keyring, length);
    const { rows } = await db.query<{ custom: number; generic: number }>(
      `select custom_plans::integer as custom, generic_plans::integer as generic
       from pg_prepared_statements where generic_plans + custom_plans >= $1`,
      [lengths.length - 1],
    );
    await db.end();
    assert.equal(rows.length, 1, name);
    const [{ custom, generic } = { custom: 0, generic: 0 }] = rows;
    assert.ok(custom <= plannedFirst, `${name}: ${custom} plans for the given values`);
    assert.ok(generic > 0, name);
  }
});
