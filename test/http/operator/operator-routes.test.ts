import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operatorWorld, type OperatorWorld } from '../../support/operator-world.ts';

describe('the pages of the operator', () => {
  let o: OperatorWorld;
  before(async () => {
    o = await operatorWorld();
  });
  after(() => o.world[Symbol.asyncDispose]());

  test('what waits is told to those who may see it, with its oldest', async () => {
    const { body } = await o.get('admin', '/o');
    for (const text of [
      'A channel is down: 1',
      'Quarantine: a supplier’s answer is unclear: 1',
      'Wait for a second person: 1',
      'Clients announced payments: 1',
      'Files of codes that came by mail: 1',
      'Codes or limits run low: 1',
      'Callbacks given up this week: 1',
      'Letters and texts that failed this week: 1',
      'Orders that wait',
      'Book a payment',
      '<td data-name="For what">codes</td>',
    ])
      assert.ok(body.includes(text), text);
    const catalogue = (await o.get('catalogue', '/o')).body;
    assert.ok(catalogue.includes('Files of codes that came by mail: 1'));
    assert.ok(!catalogue.includes('Clients announced payments'));
    assert.ok(!catalogue.includes('Quarantine'));
  });
});
