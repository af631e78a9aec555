import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBulk } from '../../../src/orders/bulk/bulk-order.ts';
import { confirmBulk } from '../../../src/orders/bulk/confirm-bulk.ts';
import { cancelBulk } from '../../../src/orders/bulk/decide-bulk.ts';
import { findOpenOfBulk, listOpenForClient } from '../../../src/orders/bulk/open-approvals.ts';
import { decideForClient, setBulkLimit } from '../../../src/orders/bulk/second-person.ts';
import { setClient } from '../../../src/clients/set-client.ts';
import type { PersonPrincipal } from '../../../src/people/access/principal.ts';
import { listActs } from '../../../src/people/audit/check-chain.ts';
import { principalOf } from '../../../src/people/sessions/session.ts';
import { csvSheet, upload } from '../../support/bulk-world.ts';
import { newPerson, sessionOf } from '../../support/people-world.ts';
import { testWorld } from '../../support/test-world.ts';

const headings = ['Товар', 'Номинал', 'Доставка'];

test('a bulk order above the sum is placed when a second person of the client agrees to exactly that', async () => {
  await using world = await testWorld();
  const { home: ctx, clock } = world;
  const product = await world.product({ scheme: 'platform' });
  const [club, other] = [
    await world.client({ callbackUrl: null }),
    await world.client({ callbackUrl: null }),
  ];
  const person = async (role: string, partyId = club.id): Promise<PersonPrincipal> => {
    const made = await newPerson(world, { side: 'client', partyId }, role);
    const principal = principalOf(await sessionOf(world, made)) ?? assert.fail();
    return { ...principal, steppedUpAt: clock.now() };
  };
  const owner = await person('owner');
  const limit = (by: PersonPrincipal, aloneToKopecks: number | null) =>
    setBulkLimit(ctx, by, { clientId: club.id, aloneToKopecks }, clock.now());
  assert.deepEqual(await limit(owner, 100_000), { is: 'alone' });
  const finance = await person('finance');
  const stranger = await person('owner', other.id);
  const developer = await person('developer');
  for (const by of [finance, developer, stranger])
    assert.deepEqual(await limit(by, 100_000), { is: 'missing' });
  assert.deepEqual(await limit(owner, -1), { is: 'no-sum' });
  assert.deepEqual(await limit(owner, 100_000), { is: 'set' });

  let files = 0;
  const bulkOf = async (lines: number) => {
    files += 1;
    const rows = Array.from({ length: lines }, () => [product.id, 500, 'ссылка']);
    const bytes = csvSheet(
      [...headings, `Комментарий`],
      rows.map((row) => [...row, `файл ${files}`]),
    );
    return { clientId: club.id, bulkId: await upload(world, club.id, bytes) };
  };
  const confirm = (key: { clientId: number; bulkId: number }) =>
    confirmBulk(ctx, owner, { ...key, again: false }, clock.now());
  const decide = async (by: PersonPrincipal, key: { clientId: number; bulkId: number }, approve = true) => {
    const open = await findOpenOfBulk(ctx.db, key, clock.now());
    return decideForClient(ctx, by, { clientId: club.id, id: open?.id ?? 0, approve }, clock.now());
  };

  assert.equal((await confirm(await bulkOf(2))).is, 'done', 'up to the sum one person suffices');
  const large = await bulkOf(3);
  assert.deepEqual(await confirm(large), { is: 'waits' });
  assert.deepEqual(await confirm(large), { is: 'waits' });
  assert.equal((await listOpenForClient(ctx.db, club.id, clock.now())).length, 1);
  assert.equal((await findBulk(ctx.db, large))?.state, 'preview');
  const operator: PersonPrincipal = {
    ...finance,
    personId: 900,
    side: 'operator',
    partyId: 0,
    role: 'admin',
  };
  assert.deepEqual(await decide(owner, large), { is: 'own' });
  for (const by of [stranger, developer, operator])
    assert.deepEqual(await decide(by, large), { is: 'missing' }, by.role);
  assert.deepEqual(await decide({ ...finance, steppedUpAt: null }, large), { is: 'step-up' });
  assert.equal((await findBulk(ctx.db, large))?.state, 'preview');
  assert.deepEqual(await decide(finance, large), { is: 'done' });
  assert.deepEqual(await decide(finance, large), { is: 'missing' });
  await world.settle();
  const placed = await findBulk(ctx.db, large);
  assert.deepEqual([placed?.state, placed?.issued], ['done', 3]);
  const acts = await listActs(ctx.db, { side: 'client', partyId: club.id }, { limit: 50 });
  assert.deepEqual(
    acts
      .filter(({ act, about }) => act.startsWith('approval') || about === `bulk ${large.bulkId}`)
      .map(({ act, actor }) => `${act} ${actor.replace(/:root|:.*(?=@)/, '')}`)
      .toReversed()
      .slice(1),
    [
      `approval.asked person:${owner.personId}`,
      `bulk.confirmed person:${finance.personId}`,
      `approval.done person:${finance.personId}`,
    ],
  );

  const dearer = await bulkOf(4);
  assert.deepEqual(await confirm(dearer), { is: 'waits' });
  await setClient(ctx.db, club.id, { discountBasisPoints: -1000 });
  assert.deepEqual(await decide(finance, dearer), { is: 'not-done', reason: { is: 'changed' } });
  assert.deepEqual(await decide(finance, dearer, false), { is: 'refused' });
  assert.equal((await findBulk(ctx.db, dearer))?.state, 'preview', 'it can be confirmed again');
  assert.deepEqual(await confirm(dearer), { is: 'waits' });
  const { id } = (await findOpenOfBulk(ctx.db, dearer, clock.now())) ?? assert.fail();
  assert.equal((await cancelBulk(ctx, owner, dearer, clock.now())).is, 'done');
  assert.deepEqual(await listOpenForClient(ctx.db, club.id, clock.now()), []);
  const late = await decideForClient(ctx, finance, { clientId: club.id, id, approve: true }, clock.now());
  assert.deepEqual(late, { is: 'not-done', reason: { is: 'in-state' } });
});

test('one person makes the rule stricter, and needs another to loosen it', async () => {
  await using world = await testWorld();
  const { home: ctx, clock } = world;
  const { id: clientId } = await world.client({ callbackUrl: null });
  const owner = async () => {
    const made = await newPerson(world, { side: 'client', partyId: clientId }, 'owner');
    const principal = principalOf(await sessionOf(world, made)) ?? assert.fail();
    return { ...principal, steppedUpAt: clock.now() };
  };
  const [first, second] = [await owner(), await owner()];
  const limit = (aloneToKopecks: number | null) =>
    setBulkLimit(ctx, first, { clientId, aloneToKopecks }, clock.now());
  const decide = async (by: PersonPrincipal) => {
    const [open] = await listOpenForClient(ctx.db, clientId, clock.now());
    return decideForClient(ctx, by, { clientId, id: open?.id ?? 0, approve: true }, clock.now());
  };
  assert.deepEqual(await limit(50_000), { is: 'set' });
  assert.deepEqual(await limit(50_000), { is: 'unchanged' });
  assert.deepEqual(await limit(0), { is: 'set' });
  assert.deepEqual(await limit(null), { is: 'waits' });
  assert.deepEqual(await decide(first), { is: 'own' });
  assert.deepEqual(await decide(second), { is: 'done' });
  assert.deepEqual(await limit(null), { is: 'unchanged' });
});
