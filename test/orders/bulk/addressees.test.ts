import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmBulk } from '../../../src/orders/bulk/confirm-bulk.ts';
import { addFile } from '../../../src/orders/bulk/add-file.ts';
import { previewBulk } from '../../../src/orders/bulk/preview.ts';
import { findClient } from '../../../src/clients/find-client.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { testWorld } from '../../support/test-world.ts';

const headings = 'product_id,face,email_to,to_phone,delivery_type';

test('lines without an address are counted and want a yes, the same person twice is told', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client();
  const { db, keyring } = world.cellOf(client);
  const lines = [
    'anna@mail.example,,',
    'ANNA@mail.example,,',
    'boris@mail.example,,',
    ',79161234567,sms',
    ',,',
    ',,email',
    ',,link',
  ];
  const sheet = [headings, ...lines.map((line) => `${product.id},500,${line}`)].join('\r\n');
  const file = { clientId: client.id, name: 'orders.csv', bytes: Buffer.from(sheet) };
  const added = await addFile(db, keyring, fromShell, file, world.clock.now());
  assert.ok(added.is === 'added');
  await world.settle();
  const key = { clientId: client.id, bulkId: added.bulkId };
  const now = world.clock.now();
  const known = (await findClient(db, client.id)) ?? assert.fail();
  const preview = await previewBulk(db, known, key, now);
  assert.deepEqual([preview.lines, preview.addressees], [7, { linkOnly: 2, repeated: 2 }]);
  const confirm = (linkOnly: boolean) =>
    confirmBulk({ db, keyring }, fromShell, { ...key, again: false, linkOnly }, now);
  assert.deepEqual(await confirm(false), { is: 'link-only', lines: 2 });
  assert.equal((await confirm(true)).is, 'done');
  await world.settle();
});
