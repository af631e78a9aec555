/** Whatever leads to codes, money or rights is done by somebody who has just proven to be there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator, type Party, type Side } from '../../src/people/access/party.ts';
import { permissionsOf, roles, type Permission } from '../../src/people/access/rights.ts';
import { actRoutes, type ActRoute } from '../support/act-routes.ts';
import { formsIn, waysToSend } from '../support/form-crawler.ts';
import { codeOf, newPerson, type TestPerson } from '../support/people-world.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

/** What must come back as it was typed. */
const typed = [
  ['email', 'new@people.example'],
  ['role', 'auditor'],
  ['language', 'en'],
  ['note', 'Строка «в кавычках» & <b>, "две"\nстроки'],
  ['field', 'one'],
  ['field', 'two'],
];

const sideOf = ({ url }: ActRoute): Side =>
  url.startsWith('/c/') ? 'client' : url.startsWith('/s/') ? 'supplier' : 'operator';

const send = (world: TestWorld, person: TestPerson, url: string, payload: string) =>
  world.server.inject({
    method: 'POST',
    url,
    headers: { ...headersOf(person), 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  });

const headersOf = ({ cookie }: TestPerson) => ({
  accept: 'text/html',
  'accept-language': 'en',
  'sec-fetch-site': 'same-origin',
  cookie: `facevalue-session=${cookie}`,
});

const nextOf = (location: unknown): string => {
  const url = new URL(String(location), 'http://x');
  assert.equal(url.pathname, '/in/second', String(location));
  return url.searchParams.get('next') ?? assert.fail('nothing follows the proof');
};

/** The one form of the page that goes on, as a browser would send it. */
async function kept(world: TestWorld, person: TestPerson, path: string) {
  const { statusCode, body } = await world.server.inject({ url: path, headers: headersOf(person) });
  assert.equal(statusCode, 200, path);
  const form = formsIn(/<main[\s\S]*<\/main>/.exec(body)?.[0] ?? '').at(-1) ?? assert.fail('no form');
  return { action: form.action, fields: waysToSend(form, () => null)[0] ?? assert.fail('no fields') };
}

test('each act that leads somewhere refuses an old proof, and after a fresh one goes on with all that was sent', async () => {
  await using world = await testWorld();
  const { id: clientId } = await world.client();
  const { supplierId } = await world.product();
  const parties: Record<Side, Party> = {
    client: { side: 'client', partyId: clientId },
    supplier: { side: 'supplier', partyId: supplierId },
    operator,
  };
  const people = new Map<string, TestPerson>();
  const personFor = async (route: ActRoute): Promise<TestPerson> => {
    const side = sideOf(route);
    const role = roles[side].find((one) => permissionsOf(side, one).includes(route.needs as Permission));
    const name = role ?? roles[side][0];
    const known = people.get(`${side} ${name}`) ?? (await newPerson(world, parties[side], name));
    people.set(`${side} ${name}`, known);
    return known;
  };
  const routes = (await actRoutes(world)).filter(({ leadsTo }) => leadsTo !== 'nothing');
  assert.ok(routes.length > 40, String(routes.length));
  for (const route of routes) {
    const person = await personFor(route);
    const url = `${route.url.replaceAll(/:\w+/g, '1')}?language=en`;
    await world.home.db.query(`update sessions set stepped_up_at = $1`, [new Date(0)]);
    const refused = await send(world, person, url, new URLSearchParams(typed).toString());
    assert.equal(refused.statusCode, 303, route.url);
    const path = nextOf(refused.headers.location);
    await world.home.db.query(`update sessions set stepped_up_at = $1, seen_at = $1`, [world.clock.now()]);
    const { action, fields } = await kept(world, person, path);
    assert.equal(action, url);
    assert.deepEqual([...fields], typed, route.url);
    // Ends of sessions and passwords: what is sent here is none of these.
    if (route.url.startsWith('/me/')) continue;
    const answer = await send(world, person, action, fields.toString());
    assert.ok(answer.statusCode < 500, `${route.url}: ${answer.statusCode}`);
    assert.doesNotMatch(String(answer.headers.location), /in\/second/, route.url);
  }
});

test('an invitation from an old session is sent after the second factor, once, and by nobody else', async () => {
  await using world = await testWorld();
  const [anna, other] = [await newPerson(world), await newPerson(world)];
  world.clock.forward('11 min');
  const invited = async (): Promise<number> =>
    (await world.home.db.query(`select from invitations where email = 'new@people.example'`)).rows.length;
  const form = new URLSearchParams({ email: 'new@people.example', role: 'auditor', language: 'en' });
  const path = nextOf((await send(world, anna, '/team/invite', form.toString())).headers.location);
  assert.equal(await invited(), 0);
  const foreign = await world.server.inject({ url: path, headers: headersOf(other) });
  assert.equal(foreign.statusCode, 404);

  const proof = new URLSearchParams({ code: codeOf(world, anna), next: path }).toString();
  const proven = await send(world, anna, '/in/second', proof);
  assert.equal(proven.statusCode, 303, proven.body);
  assert.equal(new URL(String(proven.headers.location), 'http://x').pathname, path);
  const [, cookie = anna.cookie] =
    /facevalue-session=([^;]+)/.exec(String(proven.headers['set-cookie'])) ?? [];
  const fresh = { ...anna, cookie };
  const { action, fields } = await kept(world, fresh, path);
  assert.equal((await send(world, fresh, action, fields.toString())).statusCode, 303);
  assert.equal(await invited(), 1);
  world.clock.forward('16 min');
  const later = await world.server.inject({ url: path, headers: headersOf(fresh) });
  assert.equal(later.statusCode, 404, 'it is kept for a quarter of an hour');
  await world.settle();
});
