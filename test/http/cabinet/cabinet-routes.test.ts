import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { changeClient } from '../../../src/clients/change-client.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { moscowDateTime } from '../../../src/platform/time/moscow-time.ts';
import { newPerson, type TestPerson } from '../../support/people-world.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

/** The rows of a page's table as a reader sees them. */
const rowsOf = (body: string): string =>
  body
    .slice(body.indexOf('<tbody>'), body.indexOf('</tbody>'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** The search works without its script as well. */
const withoutSearch = (text: string): string =>
  text.replace(/<script type="module" src="\/web\/[\w-]{12}\.js"><\/script>/, '');

describe('the pages of a client', () => {
  let world: TestWorld;
  let client: TestClient;
  let own = 0;
  let productId = 0;
  let foreign = 0;
  const people = new Map<string, TestPerson>();

  before(async () => {
    world = await testWorld();
    client = await world.client();
    const other = await world.client({ name: 'Другие' });
    const product = await world.product({ scheme: 'platform' });
    productId = product.id;
    own = await client.makeOrder({ product_id: product.id, face: 500 });
    foreign = await other.makeOrder({ product_id: product.id, face: 500 });
    await world.settle();
    for (const role of ['owner', 'finance', 'developer', 'viewer'])
      people.set(role, await newPerson(world, { side: 'client', partyId: client.id }, role));
    people.set('support', await newPerson(world, undefined, 'support'));
  });
  after(() => world[Symbol.asyncDispose]());

  const headersOf = (role: string) => ({
    accept: 'text/html',
    'accept-language': 'en',
    'sec-fetch-site': 'same-origin',
    cookie: `facevalue-session=${people.get(role)?.cookie ?? ''}`,
  });
  const get = (role: string, url: string) => world.server.inject({ url, headers: headersOf(role) });
  const post = (role: string, url: string, form: Record<string, string> = {}) =>
    world.server.inject({
      method: 'POST',
      url,
      headers: { ...headersOf(role), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });

  const file = (form: Record<string, string>) => post('finance', '/c/orders/file', form);

  test('each role finds its pages; people of another side find none', async () => {
    const pages = ['/c', '/c/orders', '/c/catalogue', '/c/charts', `/c/orders/${own}`, '/c/orders/new'];
    const statuses = async (role: string) =>
      Promise.all(pages.map(async (url) => (await get(role, url)).statusCode));
    assert.deepEqual(await statuses('owner'), [200, 200, 200, 200, 200, 200]);
    for (const role of ['finance', 'developer', 'viewer'])
      assert.deepEqual(await statuses(role), [200, 200, 200, 200, 200, 404], role);
    assert.deepEqual(await statuses('support'), [404, 404, 404, 404, 404, 404]);
  });

  test('money is on the overview of those who may see it', async () => {
    for (const [role, sees] of [
      ['owner', true],
      ['finance', true],
      ['viewer', true],
      ['developer', false],
    ] as const)
      assert.equal((await get(role, '/c')).body.includes('Available'), sees, role);
  });

  test('what is foreign answers as what does not exist, byte for byte', async () => {
    const missing = foreign + 1000;
    assert.equal((await get('owner', `/c/orders/${foreign}`)).statusCode, 404);
    assert.equal(
      (await get('owner', `/c/orders/${foreign}`)).body,
      (await get('owner', `/c/orders/${missing}`)).body,
    );
    for (const act of ['resend', 'cancel', 'comment', 'link', 'code']) {
      const answers = await Promise.all(
        [foreign, missing].map((id) => post('owner', `/c/orders/${id}/${act}`)),
      );
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [404, 404],
        act,
      );
      assert.equal(answers[0]?.body, answers[1]?.body, act);
      for (const role of ['finance', 'developer', 'viewer', 'support'])
        assert.equal((await post(role, `/c/orders/${own}/${act}`)).statusCode, 404, `${role} ${act}`);
    }
    const found = await get('owner', `/c/orders?q=${foreign}`);
    assert.match(found.body, /is not a number/);
  });

  test('the first view of every page is at most 30 kB with its style, and has no script but that of the search', async () => {
    const headers = { ...headersOf('owner'), 'accept-encoding': 'gzip' };
    const pages = [
      '',
      '/orders',
      `/orders/${own}`,
      '/orders/new',
      '/bulk',
      '/money',
      '/money/top-up',
      '/money/documents',
    ]
      .concat(['/catalogue', '/charts', '/callbacks', `/callbacks/${own}`, '/api', '/api/log', '/start'])
      .concat(['/notifications', '/approvals', '/audit'])
      .map((path) => `/c${path}`);
    for (const url of pages) {
      const page = await world.server.inject({ url, headers });
      assert.equal(page.statusCode, 200, url);
      assert.equal(page.headers['content-encoding'], 'gzip', url);
      const text = gunzipSync(page.rawPayload).toString();
      assert.doesNotMatch(withoutSearch(text), /<script/, url);
      const parts = [...text.matchAll(/(?:href|src)="(\/web\/[^"]+)"/g)].map(([, address]) => address ?? '');
      assert.equal(parts.length, 2, url);
      let bytes = page.rawPayload.length;
      for (const part of parts)
        bytes += (await world.server.inject({ url: part, headers })).rawPayload.length;
      assert.ok(bytes <= 30_000, `${url}: ${bytes} bytes`);
    }
  });

  test('acts are found by the key or the command that did them, and told field by field', async () => {
    const { db, keyring } = world.cellOf(client);
    const terms = { discountBasisPoints: 350, creditKopecks: 50_000 };
    await changeClient(db, keyring, fromShell, { clientId: client.id, terms }, world.clock.now());
    assert.equal((await client.call('makeTopUp', { sum: 5000 })).status, 'ok');
    const byKey = rowsOf((await get('owner', '/c/audit?actor=key:1')).body);
    assert.match(byKey, /Program, key 1 .*Top-up requested .*Sum .*5,000 ₽/);
    assert.doesNotMatch(byKey, /Operator/);
    assert.equal(rowsOf((await get('owner', '/c/audit?actor=key:2')).body), '');
    const byCommand = rowsOf((await get('owner', '/c/audit?actor=command')).body);
    assert.match(byCommand, /Operator of Facevalue .*Credit before 0 ₽ → after 500 ₽/);
    assert.doesNotMatch(byCommand, /Program|{/);
  });

  test('the service comment is changed on the page of its order, and a longer one comes back as typed', async () => {
    const path = `/c/orders/${own}`;
    const tooLong = await post('owner', `${path}/comment`, { comment: `ж${'x'.repeat(512)}` });
    assert.equal(tooLong.statusCode, 422);
    assert.match(tooLong.body, /No more than 512 characters[^]*<details open[^]*aria-invalid="true"[^]*жxxx/);
    const saved = await post('owner', `${path}/comment`, { comment: 'Отдел <b>5</b>\r\nАнне' });
    assert.deepEqual([saved.statusCode, saved.headers['location']], [303, `${path}?lang=en`]);
    const shown = (await get('viewer', path)).body;
    assert.match(shown, /Отдел &lt;b&gt;5&lt;\/b&gt;\nАнне[^]*Last changed by/);
    assert.doesNotMatch(shown, /<textarea/, 'who may only read');
  });

  test('the list is downloaded as it is filtered; a third file at once is asked to come back', async () => {
    const { headers, body } = await file({ format: 'csv', state: 'issued' });
    assert.match(
      String(headers['content-disposition']),
      /^attachment; filename="facevalue-orders-[\d-]+\.csv"$/,
    );
    assert.deepEqual([body.includes(String(own)), body.includes(String(foreign))], [true, false]);
    assert.doesNotMatch((await file({ format: 'csv', state: 'failed' })).body, new RegExp(String(own)));
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => file({ format: 'xlsx', kind: 'real' })),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 303);
    assert.ok(refused.length > 0 && answers.some(({ statusCode }) => statusCode === 200));
    assert.equal(refused[0]?.headers['location'], '/c/orders?kind=real&lang=en');
    assert.equal((await file({ format: 'csv' })).statusCode, 200, 'places are free again');
    assert.match((await get('finance', '/c/orders?state=issued')).body, /name="state" value="issued"/);
    assert.doesNotMatch((await get('viewer', '/c/orders')).body, /orders\/file/);
  });

  test('whatever stands in an address or a form, the page answers', async () => {
    const odd = [
      '%00',
      'a%00b',
      '%F0%9F%98%80',
      '%ED%A0%80',
      '%27%22%3E%3Cscript%3E',
      '9'.repeat(400),
      '-1',
      '2026-02-31',
    ];
    for (const value of odd) {
      for (const name of [
        'q',
        'state',
        'product',
        'code',
        'from',
        'until',
        'kind',
        'who',
        'older',
        'newer',
      ]) {
        const { statusCode, body } = await get('owner', `/c/orders?${name}=${value}`);
        assert.equal(statusCode, 200, `${name}=${value}`);
        assert.doesNotMatch(withoutSearch(body), /<script/);
      }
      for (const path of [
        '/c/catalogue?q=',
        '/c/catalogue?after=',
        '/c/charts?days=',
        '/c/orders/new?product=',
      ])
        assert.equal((await get('owner', `${path}${value}`)).statusCode, 200, path + value);
      const answer = (await get('owner', `/c/orders/${value}`)).statusCode;
      assert.ok(answer === 404 || answer === 400 || answer === 414, `${value}: ${answer}`);
      const typed = decodeURIComponent(value === '%ED%A0%80' ? '\uFFFD' : value);
      const form = { product_id: typed, face: typed, text: typed, comment: typed, uuid: typed, step: typed };
      assert.equal((await post('owner', '/c/orders/new', form)).statusCode, 422);
      const { statusCode } = await post('owner', `/c/orders/${own}/resend`, { email: typed, phone: typed });
      assert.equal(statusCode, 422, value);
    }
  });

  test('an order leads to those beside it in the list, as that was filtered', async () => {
    const newest = await client.makeOrder({ product_id: productId, face: 500, testmode: true });
    await world.settle();
    const waysOn = async (url: string): Promise<string[]> => {
      const [ways = ''] = /<nav class="pager beside"[^]*?<\/nav>/.exec((await get('owner', url)).body) ?? [];
      return [...ways.matchAll(/href="([^"]*)&amp;lang=en"/g)].map(([, to]) => to ?? '');
    };
    assert.match(
      (await get('owner', '/c/orders?kind=test')).body,
      new RegExp(`/c/orders/${newest}\\?kind=test`),
    );
    assert.deepEqual(await waysOn(`/c/orders/${own}?state=issued`), [`/c/orders/${newest}?state=issued`]);
    assert.deepEqual(await waysOn(`/c/orders/${newest}?state=issued`), [`/c/orders/${own}?state=issued`]);
    assert.deepEqual(await waysOn(`/c/orders/${newest}?kind=test`), []);
  });

  test('callbacks are found by the day of their order', async () => {
    const today = moscowDateTime(world.clock.now()).slice(0, 10);
    world.clock.forward('24 h');
    people.set('owner', await newPerson(world, { side: 'client', partyId: client.id }, 'owner'));
    const tomorrow = moscowDateTime(world.clock.now()).slice(0, 10);
    const later = await client.makeOrder({ product_id: productId, face: 500 });
    await world.settle();
    const found = async (filter: string) => {
      const { body } = await get('owner', `/c/callbacks?${filter}`);
      return [own, later].filter((id) => body.includes(`/c/callbacks/${id}?`));
    };
    assert.deepEqual(await found(''), [own, later]);
    assert.deepEqual(await found(`from=${tomorrow}`), [later]);
    assert.deepEqual(await found(`until=${today}`), [own]);
    assert.deepEqual(await found(`which=waiting&from=${tomorrow}`), []);
  });
});
