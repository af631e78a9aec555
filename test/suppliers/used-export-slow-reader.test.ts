import assert from 'node:assert/strict';
import { request, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '../../src/platform/database/database.ts';
import { moscowDateTime } from '../../src/platform/time/moscow-time.ts';
import { columnsOf } from '../../src/platform/database/rows.ts';
import {
  issueIntegrationToken,
  setIntegrationAccess,
} from '../../src/suppliers/used-export/integration-access.ts';
import { sealCode } from '../../src/vault/seal-code.ts';
import { addClient, addProduct, type Place } from '../support/arrange.ts';
import { startPlatform } from '../crash/platform-process.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';

const codes = 12_000;
/** The answer has 24 MB, several times what the sockets of both sides buffer. */
const title = 'Ы'.repeat(1000);
const hourMs = 3600_000;
/** Long enough to make the whole answer many times. */
const pauseMs = 3000;

interface Sold {
  supplierId: number;
  token: string;
}

async function sellMany(world: MigratedDatabase, soldAt: Date): Promise<Sold> {
  const { db, keyring } = world;
  const place: Place = { db, keyring, now: () => soldAt };
  const { id: clientId } = await addClient(place, { callbackUrl: null });
  const { id: productId, supplierId } = await addProduct(place, { title, activationScheme: 'pull' });
  const rows = Array.from({ length: codes }, (_, index) => ({
    ...sealCode(keyring, supplierId, { number: `CODE-${index}`, pin: '' }),
    requestId: index + 1,
  }));
  await db.query(
    `with sold as (
       insert into codes (supplier_id, product_id, face_kopecks, state, active, sealed, fingerprint, client_id, request_id, sold_at)
       select $1, $2, 50000, 'sold', false, sealed, fingerprint, $3, request_id, $4
       from unnest($5::bytea[], $6::bytea[], $7::bigint[]) as w (sealed, fingerprint, request_id)
       returning id, request_id),
     unlisted as (insert into unlisted_codes select $1, id from sold)
     insert into certificates (client_id, request_id, order_id, product_id, supplier_id, code_id, face_kopecks,
       issued_at, token_hash, sender_email, sender_name, recipient_name, greeting)
     select $3, request_id, request_id, $2, $1, id, 50000, $4, sha256(id::text::bytea), '', '', '', '' from sold`,
    [supplierId, productId, clientId, soldAt, ...columnsOf(rows, ['sealed', 'fingerprint', 'requestId'])],
  );
  return transaction(db, async (tx) => {
    await setIntegrationAccess(tx, { supplierId, fields: ['code', 'product'] }, soldAt);
    const issued = await issueIntegrationToken(tx, keyring, { supplierId }, soldAt);
    return { supplierId, token: issued.is === 'issued' ? issued.token : assert.fail(issued.is) };
  });
}

async function exportRow({ db }: MigratedDatabase): Promise<{ ended_at: Date | null; rows: number | null }> {
  const { rows } = await db.query<{ ended_at: Date | null; rows: number | null }>(
    `select ended_at, rows from used_exports`,
  );
  return rows[0] ?? assert.fail('no export was begun');
}

const answerOf = (url: string, token: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(url, { headers: { authorization: `Bearer ${token}` } }, resolve)
      .once('error', reject)
      .end();
  });

test("a slow reader of the export slows the server's reading instead of filling its memory", async () => {
  await using world = await migratedDatabase();
  const soldAt = new Date(Date.now() - hourMs);
  const { token } = await sellMany(world, soldAt);
  await using platform = await startPlatform({ DATABASE_URL: world.url });
  const query = new URLSearchParams({
    from: moscowDateTime(new Date(soldAt.getTime() - hourMs)),
    to: moscowDateTime(new Date(soldAt.getTime() + hourMs / 2)),
  });
  const answer = await answerOf(`${platform.ready.baseUrl}/integration/v1/used?${query.toString()}`, token);
  assert.equal(answer.statusCode, 200);
  answer.pause();
  await sleep(pauseMs);
  assert.equal(
    (await exportRow(world)).ended_at,
    null,
    'the list is not held in memory while nobody reads it',
  );

  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  const items = JSON.parse(Buffer.concat(chunks).toString()) as { code: string }[];
  assert.equal(new Set(items.map(({ code }) => code)).size, codes);
  const told = await exportRow(world);
  assert.ok(told.ended_at !== null && told.rows === codes);
  const { rows } = await world.db.query(`select active, count(*) from codes group by active`);
  assert.deepEqual(rows, [{ active: true, count: codes }], 'all are activated, in more than one page');
});
