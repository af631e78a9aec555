/** The question that comes before an act which nothing takes back: answered once, by whom it was asked, and only while it says the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientParty, operator } from '../../src/people/access/party.ts';
import { visitor } from '../support/pages-of.ts';
import { newPerson, sessionOf } from '../support/people-world.ts';
import { questionIn } from '../support/say-yes.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const keysOf = async (world: TestWorld, clientId: number): Promise<number> =>
  (await world.home.db.query(`select from client_keys where client_id = $1`, [clientId])).rows.length;

test('of two answers to one question one acts, and a question waits for a quarter of an hour', async () => {
  await using world = await testWorld();
  const { id: clientId } = await world.client();
  const owner = await visitor(world, clientParty(clientId), 'owner');
  const ask = async () => {
    const { body } = await owner.send('/c/api/keys', { kind: 'live', overlap: '72' });
    return questionIn(body) ?? assert.fail('nothing was asked');
  };
  const question = await ask();
  assert.equal(await keysOf(world, clientId), 1, 'nothing is done yet');
  const answers = await Promise.all([1, 2, 3].map(() => owner.send(question.action, question.fields)));
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
  assert.equal(answers.filter(({ statusCode }) => statusCode === 303).length, 2);
  assert.equal(await keysOf(world, clientId), 2);
  const late = answers.find(({ statusCode }) => statusCode === 303);
  assert.match(String(late?.headers.location), /^\/c\/api\?/);
  assert.match((await owner.get('/c/api')).body, /That press was not counted/);
  const old = await ask();
  world.clock.forward('16 min');
  await world.home.db.query(`update sessions set stepped_up_at = $1, seen_at = $1`, [world.clock.now()]);
  assert.equal((await owner.send(old.action, old.fields)).statusCode, 303);
  assert.equal(await keysOf(world, clientId), 2);
});

test('what was typed is kept, what has changed is asked again, and nobody answers for another', async () => {
  await using world = await testWorld();
  const [anna, boris] = [await visitor(world, operator, 'admin'), await visitor(world, operator, 'admin')];
  const { personId } = await sessionOf(world, await newPerson(world, operator, 'support'));
  const members = async (): Promise<string[]> => {
    const { rows } = await world.home.db.query<{ role: string }>(
      `select role from memberships where person_id = $1`,
      [personId],
    );
    return rows.map(({ role }) => role);
  };
  const asked = await anna.send('/team/remove', { id: String(personId) });
  assert.equal(asked.statusCode, 200);
  assert.match(asked.body, /<h1>Remove from the team: [^]*Role[^]*lose access at once[^]*can be given back/);
  assert.doesNotMatch(asked.body, /href="\/team\/remove/, 'no link leads to an address that only forms have');
  const question = questionIn(asked.body) ?? assert.fail();
  assert.equal((await boris.send(question.action, question.fields)).statusCode, 303, 'it was asked of Anna');
  await world.home.db.query(`update memberships set role = 'finance' where person_id = $1`, [personId]);
  const again = await anna.send(question.action, question.fields);
  assert.match(again.body, /Something changed while you looked/);
  assert.deepEqual(await members(), ['finance']);
  const { action, fields } = questionIn(again.body) ?? assert.fail();
  assert.equal((await anna.send(action, fields)).statusCode, 303);
  assert.deepEqual(await members(), []);
});

test('nothing is asked for what takes nothing away', async () => {
  await using world = await testWorld();
  const { id: clientId } = await world.client({ name: 'Подарки', callbackUrl: world.callbacks.url });
  const owner = await visitor(world, clientParty(clientId), 'owner');
  const same = await owner.send('/c/api/callbacks', {
    callbackUrl: world.callbacks.url,
    callbackFormat: 'json',
  });
  assert.equal(same.statusCode, 303, 'the address is the same');
  const other = await owner.send('/c/api/callbacks', {
    callbackUrl: 'https://other.example/',
    callbackFormat: 'json',
  });
  assert.match(other.body, /Change the address of callbacks\?[^]*https:\/\/other\.example\//);
  const wrong = await owner.send('/c/api/keys/retire', { kind: 'live', version: '99' });
  assert.equal(wrong.statusCode, 404, 'there is no such key');
});
