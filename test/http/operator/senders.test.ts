import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { listSenders } from '../../../src/suppliers/mail/senders.ts';
import { visitor } from '../../support/pages-of.ts';
import { testWorld } from '../../support/test-world.ts';

test('whose spreadsheets become drafts is changed at a page, and stands in the audit', async () => {
  await using world = await testWorld();
  const { supplierId } = await world.product();
  const other = await world.product();
  const catalogue = await visitor(world, operator, 'catalogue');
  const auditor = await visitor(world, operator, 'auditor');
  const add = (supplier: number, address: string) =>
    catalogue.post('/o/senders', { supplier: String(supplier), address });
  const added = async () =>
    (await listSenders(world.home.db)).filter(({ contact }) => !contact).map(({ address }) => address);
  assert.equal((await add(supplierId, 'Codes@brand.example')).statusCode, 303);
  assert.equal((await add(other.supplierId, 'codes@brand.example')).statusCode, 422);
  assert.equal((await add(999_999, 'new@brand.example')).statusCode, 422);
  assert.equal((await add(supplierId, 'no address')).statusCode, 422);
  assert.deepEqual(await added(), ['codes@brand.example']);
  assert.match((await auditor.get('/o/senders')).body, /codes<wbr>@brand/);
  const form = { sender: 'codes@brand.example' };
  assert.equal((await auditor.post('/o/senders/remove', form)).statusCode, 404);
  assert.equal((await catalogue.post('/o/senders/remove', form)).statusCode, 303);
  assert.equal((await catalogue.post('/o/senders/remove', form)).statusCode, 404);
  assert.deepEqual(await added(), []);
  const { rows } = await world.home.db.query(`select from audit where act = 'senders.changed'`);
  assert.equal(rows.length, 2);
});
