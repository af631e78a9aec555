/** Sales between the intervals that a supplier asks for are told to it, and listed when it asks for them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareUsedExport } from '../../src/suppliers/used-export/used-export.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const codesOf = async (answer: Response): Promise<string[]> => {
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { code: string }[]).map(({ code }) => code);
};

const day = (time: string): string => (time.includes(' ') ? time : `2026-11-21 ${time}`);

const time = (minute: number): string => `12:${String(minute).padStart(2, '0')}:00`;

/** A supplier whose program asks, and a client that buys; times are those of 21 November 2026 unless they name a day. */
async function pulledWorld(world: TestWorld) {
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const caller = await supplierCaller(world, product.supplierId);
  return {
    supplierId: product.supplierId,
    caller,
    buy: async (): Promise<string> => {
      const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
      await world.settle();
      return (await client.getCode(id)).code;
    },
    ask: async (from: string, to: string, gaps?: string) => {
      const answer = await caller.used(day(from), day(to), gaps === undefined ? {} : { gaps });
      const told = (name: string): string | null => answer.headers.get(`facevalue-gaps${name}`);
      return { codes: await codesOf(answer), gaps: told(''), sales: told('-sales'), list: told('-list') };
    },
  };
}

test('a program that asks …:00 to …:59 is told of the last seconds, and gets them when it asks', async () => {
  await using world = await testWorld();
  const { ask, buy } = await pulledWorld(world);
  world.clock.forward('59 min');
  world.clock.forward('59 s');
  const last = await buy();
  world.clock.forward('1 s');
  assert.deepEqual(await ask('12:00:00', '12:59:59'), { codes: [], gaps: null, sales: null, list: null });
  world.clock.forward('1 h');
  const gap = { gaps: '1', sales: '1', list: '2026-11-21 12:59:59/2026-11-21 13:00:00;sales=1' };
  // Old programs are answered as before.
  assert.deepEqual(await ask('13:00:00', '13:59:59'), { codes: [], ...gap });
  assert.deepEqual(await ask('13:00:00', '13:59:59', 'no'), { codes: [], ...gap });
  assert.deepEqual(await ask('13:00:00', '13:59:59', 'yes'), { codes: [last], ...gap });
  // The answer may have been lost on its way: asked again, it is the same. The next interval has no gap any more.
  assert.deepEqual((await ask('13:00:00', '13:59:59', 'yes')).codes, [last]);
  assert.deepEqual(await ask('13:59:59', '14:00:00', 'yes'), {
    codes: [],
    gaps: null,
    sales: null,
    list: null,
  });
});

test('what a program missed is no gap once it asks for that time itself, part by part', async () => {
  await using world = await testWorld();
  const { ask, buy } = await pulledWorld(world);
  const early = await buy();
  world.clock.forward('3 h');
  const late = await buy();
  assert.equal((await ask('11:00:00', '12:00:00')).gaps, null);
  world.clock.forward('1 s');
  const skipped = await ask('15:00:00', '15:00:01');
  assert.deepEqual(
    [skipped.codes, skipped.list],
    [[late], '2026-11-21 12:00:00/2026-11-21 15:00:00;sales=1'],
  );
  assert.deepEqual((await ask('12:00:00', '13:00:00')).codes, [early]);
  const middle = await ask('13:30:00', '14:00:00');
  assert.equal(
    middle.list,
    '2026-11-21 13:00:00/2026-11-21 13:30:00;sales=0, 2026-11-21 14:00:00/2026-11-21 15:00:00;sales=0',
  );
  assert.equal((await ask('12:00:00', '15:00:01')).gaps, null);
  world.clock.forward('1 h');
  assert.equal((await ask('15:00:01', '16:00:00')).gaps, null);
});

test('an interval that was not answered to its end is a gap until it is', async () => {
  await using world = await testWorld();
  const { ask, buy, supplierId } = await pulledWorld(world);
  const sold = await buy();
  world.clock.forward('1 h');
  const interval = { from: new Date('2026-11-21T12:00:00+03:00'), to: new Date('2026-11-21T12:30:00+03:00') };
  const broken = { supplierId, ...interval, format: 'json', fields: ['code'], address: '' } as const;
  await prepareUsedExport(world.ctx, broken, world.clock.now());
  const next = await ask('12:30:00', '13:00:00', 'yes');
  assert.deepEqual([next.codes, next.list], [[sold], '2026-11-21 12:00:00/2026-11-21 12:30:00;sales=1']);
  assert.equal((await ask('12:30:00', '13:00:00')).gaps, null);
});

test('what was sold before the first call is a gap, and old gaps without a sale are forgotten', async () => {
  await using world = await testWorld();
  const { ask, buy } = await pulledWorld(world);
  const sold = await buy();
  world.clock.forward('1 d');
  const first = await ask('2026-11-22 11:00:00', '2026-11-22 12:00:00');
  assert.equal(first.list, '2026-11-21 12:00:00/2026-11-22 11:00:00;sales=1');
  world.clock.forward('5 d');
  assert.equal((await ask('2026-11-27 11:00:00', '2026-11-27 11:30:00')).gaps, '2');
  world.clock.forward('8 d');
  assert.equal((await ask('2026-11-27 11:30:00', '2026-12-05 12:00:00')).gaps, '2', 'told once more');
  const left = await ask('2026-12-05 11:00:00', '2026-12-05 12:00:00', 'yes');
  assert.deepEqual([left.codes, left.sales], [[sold], '1']);
  assert.equal((await ask('2026-12-05 11:00:00', '2026-12-05 12:00:00')).gaps, null);
});

test('gaps are yes or no; another word, or two, are refused', async () => {
  await using world = await testWorld();
  const { caller } = await pulledWorld(world);
  for (const gaps of ['1', 'YES', ''])
    assert.equal(
      (await caller.used('2026-11-21 11:00:00', '2026-11-21 12:00:00', { gaps })).status,
      400,
      gaps,
    );
});

test('intervals of every cut: with gaps asked for now and then, each sale is listed', async () => {
  await using world = await testWorld();
  const { ask, buy } = await pulledWorld(world);
  const sold: string[] = [];
  const listed = new Set<string>();
  for (let minute = 0; minute < 20; minute += 1) {
    sold.push(await buy());
    world.clock.forward('1 min');
    if (minute % 5 !== 4) continue;
    // Half of the time is asked for, with holes before, between and after.
    const { codes } = await ask(time(minute - 2), time(minute), minute % 10 === 9 ? 'yes' : 'no');
    for (const code of codes) {
      assert.ok(!listed.has(code), 'twice');
      listed.add(code);
    }
  }
  const { codes } = await ask(time(19), time(20), 'yes');
  assert.deepEqual([...listed, ...codes].toSorted(), sold.toSorted());
});
