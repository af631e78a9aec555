import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { askErasure } from '../../../src/upkeep/erasure/ask-erasure.ts';
import { askForgetClient } from '../../../src/upkeep/erasure/ask-client.ts';
import { readRecord, RecordProblem, writeRecord } from '../../../src/upkeep/erasure/record-file.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { runErasure } from '../../../src/upkeep/erasure/run-erasures.ts';
import { openDatabase, type Database } from '../../../src/platform/database/database.ts';
import { lastSeenAt, renewHistory } from '../../../src/platform/database/history.ts';
import { beginGuard } from '../../../src/upkeep/restores/begin-guard.ts';
import { findGuard } from '../../../src/upkeep/restores/guard.ts';
import { repeatErasures } from '../../../src/upkeep/restores/repeat-erasures.ts';
import { copyTestDatabase } from '../../support/test-cluster.ts';
import { testWorld } from '../../support/test-world.ts';

const hourMs = 3_600_000;
const guests = ['Mila@mail.example', 'lev@mail.example', 'stays@mail.example'];

test('a restored copy is asked again for what was forgotten in the lost time, by a file that names nobody', async () => {
  await using cleanUp = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-erasures-'));
  cleanUp.defer(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'erasures.jsonl');
  const world = cleanUp.use(await testWorld());
  const { db, keyring } = world.home;
  const client = await world.client();
  const leaving = await world.client();
  const product = await world.product({ facesRoubles: [500] });
  await world.pool(product, 500, 10);
  const ids: number[] = [];
  for (const [index, email_to] of guests.entries())
    ids.push(await client.makeOrder({ product_id: product.id, face: 500, email_to, uuid: `u${index}` }));
  await leaving.makeOrder({ product_id: product.id, face: 500, email_to: guests[2], uuid: 'left' });
  await world.settle();
  await renewHistory(db);

  const now = (): Date => world.clock.now();
  const reason = 'letter 7';
  // Before the first run of the timer there is no file; then there is one, even without erasures.
  await assert.rejects(readRecord(file), /^Error: There is no file /);
  assert.deepEqual(await writeRecord(db, file), { added: 0, lines: 0 });
  assert.deepEqual(await readRecord(file), []);
  const ask = { kind: 'address', address: 'someone@before.example', clientId: null, reason } as const;
  await askErasure(db, keyring, fromShell, ask, now());
  assert.deepEqual(await writeRecord(db, file), { added: 1, lines: 1 });

  // The backup.
  const backup = await copyTestDatabase(world.databaseUrl);
  cleanUp.defer(() => backup.drop());
  const copy = openDatabase(backup.url, { connections: 2, name: 'facevalue test' });
  cleanUp.defer(() => copy.end());

  world.clock.forward('1 h');
  await askErasure(db, keyring, fromShell, { ...ask, address: ' mila@MAIL.example' }, now());
  await askErasure(db, keyring, fromShell, { kind: 'order', requestId: ids[1] ?? 0, reason }, now());
  // An order that was placed in the lost time too.
  await askErasure(
    db,
    keyring,
    fromShell,
    { kind: 'address', address: '79161234567', clientId: client.id, reason },
    now(),
  );
  await askForgetClient(db, keyring, fromShell, { clientId: leaving.id, reason: 'contract ended' }, now());
  world.clock.forward('1 min');
  await world.settle();
  assert.deepEqual(await mailsOf(db), ['stays@mail.example']);
  assert.deepEqual(await writeRecord(db, file), { added: 4, lines: 5 });
  assert.deepEqual(await writeRecord(db, file), { added: 0, lines: 5 });
  // A hash may have any digits.
  const named = readFileSync(file, 'utf8').replaceAll(/"address_hash":"[0-9a-f]{64}"/g, '');
  assert.doesNotMatch(named, /mila|lev@|example|7916/i);

  // The restore: the copy has them all again.
  assert.equal((await mailsOf(copy)).length, 4);
  const seenAt = (await lastSeenAt(copy)) ?? new Date(0);
  const lostUntil = new Date(Math.max(seenAt.getTime(), now().getTime()) + hourMs);
  const record = await readRecord(file);
  const again = () => repeatErasures({ db: copy, cells: [], keyring }, fromShell, record, now());
  assert.deepEqual(await again(), { is: 'not-guarded' });
  await beginGuard({ db: copy, cells: [] }, keyring, fromShell, { lostUntil, margin: 0 }, now());
  assert.equal((await findGuard(copy))?.erasuresAgainAt, null);
  assert.deepEqual(await again(), { is: 'repeated', asked: 3, known: 1, gone: 1, left: [] });
  assert.deepEqual(await again(), { is: 'repeated', asked: 0, known: 4, gone: 1, left: [] });
  assert.ok((await findGuard(copy))?.erasuresAgainAt);
  world.clock.forward('1 min');
  while (await runErasure({ ...world.ctx, db: copy }, null));
  assert.deepEqual(await mailsOf(copy), ['stays@mail.example']);

  // A record of what the copy does not know outlives the next run of the timer on it.
  const lines = (await writeRecord(copy, file)).lines;
  assert.ok(lines > 5);
  writeFileSync(file, 'no record\n');
  await assert.rejects(writeRecord(copy, file), RecordProblem);
  assert.equal(readFileSync(file, 'utf8'), 'no record\n');
});

const mailsOf = async (db: Database): Promise<string[]> =>
  (await db.query<{ mail: string }>(`select email_to as mail from requests order by 1`)).rows
    .map(({ mail }) => mail)
    .filter((mail) => mail !== '');
