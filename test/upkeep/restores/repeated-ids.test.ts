/**
 * After a restore that somebody takes for a move ids come again. Here their rows are taken away and their sequences set back, as
 * such a restore leaves them: what was computed for the lost ones must open nothing of those that have their ids now.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { createRecoverer, openRecovery, recoverPassword } from '../../../src/people/sign-in/recovery.ts';
import { acceptAsNew } from '../../../src/people/team/accept-invitation.ts';
import { openInvitation } from '../../../src/people/team/invitation.ts';
import { createReceiptJudge } from '../../../src/messaging/texts/judge-receipt.ts';
import { openReceipt } from '../../support/open-receipt.ts';
import { device, inviteTo, linkTo, newPerson, password, tokenIn } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { activationWorld, employee, linkIn } from '../../suppliers/activation/activation-world.ts';

/** The ids of the table begin again behind the last row that is left. */
async function setBack({ ctx: { db } }: TestWorld, table: string): Promise<void> {
  await db.query(
    `select setval(pg_get_serial_sequence($1, 'id'), coalesce((select max(id) from ${table}), 0) + 1, false)`,
    [table],
  );
}

const newest = async ({ ctx: { db } }: TestWorld, table: string): Promise<number> =>
  (await db.query<{ id: number }>(`select max(id) as id from ${table}`)).rows[0]?.id ?? 0;

test('the link of a lost invitation opens none that has got its id', async () => {
  await using world = await testWorld();
  await newPerson(world);
  const { db, keyring } = world.ctx;
  const lost = await inviteTo(world, operator, 'auditor', 'stranger@people.example');
  const lostId = await newest(world, 'invitations');
  await db.query(`delete from invitations where id = $1`, [lostId]);
  await setBack(world, 'invitations');
  const again = await inviteTo(world, operator, 'admin', 'lead@people.example');
  assert.equal(await newest(world, 'invitations'), lostId, 'the id came again');
  const ask = { token: lost, name: 'Чужой', password, ...device };
  assert.equal((await openInvitation(db, keyring, lost, world.clock.now())).is, 'unknown');
  assert.equal((await acceptAsNew({ db, keyring }, ask, world.clock.now())).is, 'not-open');
  assert.equal((await fetch(`${world.baseUrl}/invite/${lost}`)).status, 404);
  assert.equal((await openInvitation(db, keyring, again, world.clock.now())).is, 'open');
});

test('the link of a lost wish for a new password changes nobody else’s', async () => {
  await using world = await testWorld();
  const [one, other] = [await newPerson(world), await newPerson(world)];
  const { db, keyring } = world.ctx;
  const asked = async (email: string): Promise<string> => {
    const ask = { email, language: 'ru' as const, address: '203.0.113.7' };
    await createRecoverer(world.ctx).ask(ask, world.clock.now());
    await world.settle();
    return tokenIn(linkTo(world, email, '/in/new-password/'));
  };
  const lost = await asked(one.email);
  const lostId = await newest(world, 'recoveries');
  await db.query(`delete from recoveries where id = $1`, [lostId]);
  await setBack(world, 'recoveries');
  const again = await asked(other.email);
  assert.equal(await newest(world, 'recoveries'), lostId, 'the id came again');
  assert.equal(await openRecovery(db, keyring, lost, world.clock.now()), null);
  const stolen = { token: lost, chosen: 'шесть жёлтых лодок у моря' };
  assert.equal((await recoverPassword(db, keyring, stolen, world.clock.now())).is, 'unknown');
  assert.equal((await openRecovery(db, keyring, again, world.clock.now()))?.email, other.email);
});

test('the link of a lost activation letter, and a reply to it, confirm nothing of another one', async () => {
  await using place = await activationWorld();
  const { world } = place;
  const { db } = world.ctx;
  await place.sell(1);
  world.clock.forward('48 h');
  await world.settle();
  const [lost] = place.lettersTo(employee);
  assert.ok(lost);
  const lostId = await newest(world, 'activation_letters');
  for (const table of ['activation_rows', 'letters_to_people', 'activation_letters'])
    await world.home.db.query(`delete from ${table}`);
  await setBack(world, 'activation_letters');
  await place.sell(1);
  world.clock.forward('72 h');
  await world.settle();
  const again = place.lettersTo(employee).at(-1) ?? assert.fail('no letter');
  assert.equal(await newest(world, 'activation_letters'), lostId, 'the id came again');
  assert.notEqual(again.messageId, lost.messageId);
  assert.equal((await fetch(`${world.baseUrl}${linkIn(lost)}`)).status, 404);
  assert.equal((await fetch(`${world.baseUrl}${linkIn(again)}`)).status, 200);
  const { rows } = await db.query(`select from letters_to_people where message_id = $1`, [
    (lost.messageId ?? '').replaceAll(/^<|@.*$/g, ''),
  ]);
  assert.equal(rows.length, 0, 'a reply to the lost one finds no letter');
});

test('a code for later receipt opens no other certificate that has got the id of its order', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const requestId = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
  await world.settle();
  const phone = '79123456789';
  const ask = { clientId: client.id, requestId, round: 1, phone, certificateExpiresAt: null };
  const judge = createReceiptJudge(world.ctx);
  const is = async (code: string): Promise<string> => {
    const judged = await judge({ phone, code, address: '203.0.113.7' }, world.clock.now());
    return judged.is === 'judged' ? judged.verdict.is : judged.is;
  };
  const lost = await openReceipt(world, { ...ask, salt: 1 });
  assert.ok(lost);
  assert.equal(await is(lost.code), 'right');
  await world.cellOf(client).db.query(`delete from receipt_codes`);
  const again = await openReceipt(world, { ...ask, salt: 2 });
  assert.ok(again);
  assert.deepEqual([await is(lost.code), await is(again.code)], ['wrong', 'right']);
  await world.cellOf(client).db.query(`delete from receipt_codes`);
  const former = await openReceipt(world, { ...ask, salt: null });
  assert.ok(former);
  assert.equal(await is(former.code), 'right', 'codes of before salts are good until they end');
});
