import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signatureOf } from '../../src/clients/client-directory.ts';
import { startSmppPeer } from '../../simulators/sms/smpp-peer.ts';
import { createTextInbox, wordsOf, type TextInbox } from '../../simulators/sms/text-inbox.ts';
import { suppliedProduct, type SuppliedProduct } from '../suppliers/supplied-world.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { traceCollector, type CollectedSpan, type TraceCollector } from '../support/trace-collector.ts';

const running = new AsyncDisposableStack();
let world: TestWorld;
let collector: TraceCollector;
let inbox: TextInbox;
let shop: TestClient;
let tea: SuppliedProduct;
let coffee: TestProduct;

before(async () => {
  collector = running.use(await traceCollector());
  inbox = createTextInbox({ folder: null, clock: { now: () => new Date() } });
  const smpp = await startSmppPeer({ inbox });
  running.defer(() => smpp.close());
  world = running.use(
    await testWorld({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-token=collector%20token',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      FACEVALUE_SMS_PRIMARY: smpp.url,
    }),
  );
  shop = await world.client();
  tea = running.use(await suppliedProduct(world));
  coffee = await world.product({ scheme: 'pool', title: 'Кофе' });
});
after(() => running.disposeAsync());

const deadlineMs = 20_000;

/** Spans of the first trace that has all these names. */
async function traceWith(requestId: number, names: string[]): Promise<CollectedSpan[]> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const first = collector.spans.find(
      ({ attributes, parentId }) => parentId === '' && attributes['facevalue.request_id'] === requestId,
    );
    const spans = collector.spans.filter(({ traceId }) => traceId === first?.traceId);
    const seen = spans.map(({ name }) => name);
    if (names.every((name) => seen.includes(name))) return spans;
    assert.ok(performance.now() < deadline, `${seen.join()} of ${names.join()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const named = (spans: CollectedSpan[], name: string): CollectedSpan =>
  spans.find((span) => span.name === name) ?? assert.fail(`no span ${name}`);

test('an order by the API of its supplier is one trace, from the request to the callback', async () => {
  const id = await shop.makeOrder({ product_id: tea.id, face: 500, email_to: 'anna@mail.example' });
  await world.settle();
  const names = ['makeOrder', 'accept', 'ask supplier', 'conclude', 'letter', 'send', 'callback'];
  const spans = await traceWith(id, names);
  const first = named(spans, 'makeOrder');
  assert.equal(first.parentId, '');
  for (const name of ['accept', 'ask supplier', 'conclude', 'letter', 'callback'])
    assert.equal(named(spans, name).parentId, first.spanId, name);
  for (const name of ['render', 'send'])
    assert.equal(named(spans, name).parentId, named(spans, 'letter').spanId, name);
  assert.equal(named(spans, 'ask supplier').attributes['facevalue.supplier_id'], tea.supplierId);
  assert.equal(named(spans, 'conclude').attributes['facevalue.outcome'], 'issued');
  assert.equal(named(spans, 'callback').attributes['http.response.status_code'], 200);
  assert.ok(spans.every(({ problem, startMs, endMs }) => problem === null && startMs <= endMs));
  assert.ok(spans.every(({ startMs }) => startMs >= first.startMs));
  assert.equal(first.resource['service.name'], 'facevalue');
  assert.equal(first.resource['deployment.environment.name'], 'test');
  const batch = collector.spans.find(
    ({ name, links }) =>
      name === 'conclude batch' && links.some(({ spanId }) => spanId === named(spans, 'conclude').spanId),
  );
  assert.deepEqual(named(spans, 'conclude').links, [{ traceId: batch?.traceId, spanId: batch?.spanId }]);
});

test('a failed call, a refused callback and an order that ends without a certificate are errors', async () => {
  tea.supplier.next = ['no-stock'];
  world.callbacks.answer(200, 'NO');
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  const spans = await traceWith(id, ['conclude', 'callback']);
  assert.equal(named(spans, 'ask supplier').problem, 'refused');
  assert.equal(named(spans, 'conclude').problem, '3601');
  assert.equal(named(spans, 'callback').problem, 'refused');
  world.callbacks.answer(200, 'OK');
  world.clock.forward('1 min');
  await world.settle();
  const again = await spanOf(
    ({ traceId, attributes }) => traceId === spans[0]?.traceId && attributes['facevalue.attempt'] === 2,
  );
  assert.deepEqual([again.name, again.problem], ['callback', null]);
});

const caller = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };

/** The answer to a signed call with the caller's own trace. */
async function callWithin(traceparent: string, cmd: string, fields: object): Promise<object> {
  const data = JSON.stringify(fields);
  const sig = signatureOf(cmd, data, shop.secret);
  const query = new URLSearchParams({ cmd, id: String(shop.id), in: 'json', sig });
  const body = new URLSearchParams({ data });
  const response = await fetch(`${world.baseUrl}/?${query.toString()}`, {
    method: 'POST',
    headers: { traceparent },
    body,
  });
  return (await response.json()) as object;
}

async function spanOf(wanted: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const found = collector.spans.find(wanted);
    if (found !== undefined) return found;
    assert.ok(performance.now() < deadline, 'the span comes');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("questions, repeats and refusals are traces of their own; a caller's trace is only a link", async () => {
  await world.pool(coffee, 500, 2);
  const order = { product_id: coffee.id, face: 500, uuid: 'asked-twice' };
  const id = await shop.makeOrder(order);
  await world.settle();
  const spans = await traceWith(id, ['makeOrder', 'issue', 'callback']);
  const { traceId, spanId } = named(spans, 'makeOrder');
  const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;
  await callWithin(traceparent, 'getStatus', { id });
  const status = await spanOf(({ name }) => name === 'getStatus');
  assert.notEqual(status.traceId, traceId);
  assert.deepEqual(status.links, [caller, { traceId, spanId }]);
  assert.equal(await shop.makeOrder(order), id);
  const repeat = await spanOf(
    (span) => span.name === 'makeOrder' && span.links.some((l) => l.spanId === spanId),
  );
  assert.notEqual(repeat.spanId, spanId);
  for (const broken of ['00-' + '0'.repeat(32) + '-' + 'b'.repeat(16) + '-01', 'x', `${traceparent}-more`])
    await callWithin(broken, 'makeOrder', { product_id: coffee.id, face: 7 });
  const refused = await spanOf(({ name, problem }) => name === 'makeOrder' && problem === '3601');
  assert.deepEqual(refused.links, []);
  // Nobody who is not known is told of.
  const toldBefore = collector.spans.length;
  await fetch(`${world.baseUrl}/?cmd=getBalance&id=${shop.id}&sig=${'0'.repeat(64)}`);
  await shop.getBalance();
  await spanOf(({ name }) => name === 'getBalance');
  assert.ok(!collector.spans.slice(toldBefore).some(({ problem }) => problem === '1002'));
});

test('nothing of a recipient, no code and no secret is in what is sent', async () => {
  // As no address or number of a trace has it.
  const [code] = await world.pool(coffee, 1000, [{ number: '2200451298760031', pin: '482-173' }]);
  const personal = {
    email_to: 'elena.petrova@mail.example',
    email_from: 'igor.petrov@mail.example',
    to: 'Елена Петрова',
    from: 'Игорь Петров',
    text: 'С днём рождения, Лена!',
    to_phone: '79161234567',
    comment: 'подъезд три',
    external_id: 'external-778899',
    uuid: 'uuid-of-this-order-4711',
  };
  const order = { product_id: coffee.id, face: 1000, delivery_type: 'sms', ...personal };
  const id = await shop.makeOrder(order);
  await world.settle();
  const text = wordsOf(inbox.newest(1)[0] ?? assert.fail('no text'));
  await traceWith(id, ['makeOrder', 'accept', 'issue', 'text', 'send', 'callback']);
  const { link } = (await shop.getStatus(id)) as { link: string };
  const opened = await shop.getCode(id);
  assert.equal(opened.code, code?.number);
  await spanOf(({ name }) => name === 'getCode');
  const secrets = [
    ...Object.values(personal),
    opened.code,
    opened.pin,
    link,
    link.split('/').at(-1) ?? '',
    shop.secret,
    'supplier-token',
    text,
    /\d{6,}/.exec(text)?.[0] ?? '',
    world.callbacks.url,
    String(world.callbacks.received.at(-1)?.headers['webhook-signature']),
    ...[...tea.supplier.ledger.values()].flatMap(([number = '']) => number),
  ].filter((secret) => secret !== '');
  const sent = collector.received.join('\n');
  assert.ok(sent.includes('collector token'), 'what is sent is looked at');
  assert.ok(sent.includes('makeOrder'));
  for (const secret of secrets)
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('latin1')])
      assert.ok(!sent.includes(form), `${secret} is in a trace`);
});
