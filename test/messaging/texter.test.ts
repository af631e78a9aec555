import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from '../../src/platform/network/http-client.ts';
import { gatewaySettings } from '../../src/platform/texter/gateway-settings.ts';
import { readProvider, type ProviderSettings } from '../../src/platform/texter/provider-settings.ts';
import { usualTimes } from '../../src/platform/texter/smpp-link.ts';
import type { TextReceipt } from '../../src/platform/texter/text-provider.ts';
import { createTexter, type Texter } from '../../src/platform/texter/texter.ts';
import { startSmppPeer, type SmppPeer } from '../../simulators/sms/smpp-peer.ts';
import { startSmsGateway, type SmsGateway } from '../../simulators/sms/sms-gateway.ts';
import { createTextInbox, wordsOf, type TextInbox } from '../../simulators/sms/text-inbox.ts';

const clock = { now: () => new Date('2026-11-21T09:00:00Z') };
const times = { ...usualTimes, firstRestMs: 20, longestRestMs: 100, answerMs: 1500 };
const patienceMs = 60_000;

interface TextWorld extends AsyncDisposable {
  inbox: TextInbox;
  smpp: SmppPeer;
  gateway: SmsGateway;
  texter: Texter;
  receipts: TextReceipt[];
  /** Sends a text, by default to one phone. */
  send(text?: string, to?: string): ReturnType<Texter['send']>;
}

type Order = 'smpp' | 'smpp, gateway' | 'gateway' | 'gateway, smpp';

async function textWorld(order: Order, settings: Partial<typeof times> = {}): Promise<TextWorld> {
  const inbox = createTextInbox({ folder: null, clock });
  const smpp = await startSmppPeer({ inbox });
  const gateway = await startSmsGateway({ inbox, receiptsAddress: () => 'http://127.0.0.1:9/' });
  const http = createHttpClient({ allowPrivateAddresses: true });
  const providers: Record<string, ProviderSettings | null> = {
    smpp: readProvider('FACEVALUE_SMS_PRIMARY', smpp.url),
    gateway: gatewaySettings.parse(gateway.settings),
  };
  const [primary = '', fallback = ''] = order.split(', ');
  const chosen = { primary: providers[primary] ?? null, fallback: providers[fallback] ?? null };
  const texter = createTexter(chosen, http, { ...times, ...settings });
  const receipts: TextReceipt[] = [];
  return {
    inbox,
    smpp,
    gateway,
    texter,
    receipts,
    send: (text = 'Привет', to = '79001234567') => texter.send({ to, text, reference: 'one' }),
    async [Symbol.asyncDispose]() {
      await texter.close();
      await Promise.all([smpp.close(), gateway.close(), http.close()]);
    },
  };
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!isSo()) {
    assert.ok(performance.now() < deadline, 'it did not come to pass');
    await sleep(5);
  }
}

const arrived = ({ inbox }: TextWorld): string[] => inbox.newest(100).map(wordsOf);

test('a long Cyrillic text is sent in parts and reassembled on the phone', async () => {
  await using world = await textWorld('smpp');
  const text = `${'Съешь же ещё этих мягких французских булок, да выпей чаю. '.repeat(5)}😀 ₽ №7`;
  const outcome = await world.send(text);
  assert.equal(outcome.is, 'sent');
  assert.ok(outcome.is === 'sent' && outcome.messageIds.length === 5 && outcome.parts === 5);
  const [received] = world.inbox.newest(1);
  assert.deepEqual(arrived(world), [text]);
  assert.deepEqual([received?.from, received?.to, received?.coding], ['Facevalue', '79001234567', 'UCS-2']);
  assert.ok(received?.pieces.every((piece) => (piece ?? '').length <= 67));
});

test('a Latin text is sent in the GSM alphabet with its extension table', async () => {
  await using world = await textWorld('smpp');
  const text = `Gift [card] ~ 10€ {shop} @home\\^|. ${'abc '.repeat(50)}`;
  assert.equal((await world.send(text)).is, 'sent');
  assert.deepEqual(arrived(world), [text]);
  const [received] = world.inbox.newest(1);
  assert.deepEqual([received?.coding, received?.pieces.length], ['GSM', 2]);
});

test('concurrent texts are not mixed up', async () => {
  await using world = await textWorld('smpp', { answerMs: 20_000 });
  const texts = Array.from({ length: 40 }, (_, index) => `Текст ${index}: ${'ля '.repeat(40)}`);
  const outcomes = await Promise.all(texts.map((text, index) => world.send(text, `7900123${4000 + index}`)));
  assert.deepEqual(
    outcomes.filter(({ is }) => is !== 'sent'),
    [],
  );
  assert.deepEqual(arrived(world).toSorted(), texts.toSorted());
});

test('a throttled text is tried again, slower, by the same provider', async () => {
  await using world = await textWorld('smpp, gateway');
  world.smpp.mode.script('throttle', 'throttle');
  assert.equal((await world.send()).is, 'sent');
  assert.deepEqual([world.smpp.submitted(), world.gateway.submitted()], [3, 0]);
  assert.equal(world.inbox.count(), 1);
});

test('a busy gateway is tried again', async () => {
  await using world = await textWorld('gateway');
  world.gateway.mode.script('throttle');
  assert.equal((await world.send()).is, 'sent');
  assert.equal(world.gateway.submitted(), 2);
});

test('a text refused by one provider goes to the other, and the result names it', async () => {
  await using world = await textWorld('smpp, gateway');
  world.smpp.mode.set('refuse');
  const outcome = await world.send();
  assert.ok(outcome.is === 'sent' && outcome.provider === 'demo-gateway' && outcome.messageIds.length === 1);
  await using other = await textWorld('gateway, smpp');
  other.gateway.mode.set('refuse');
  const second = await other.send();
  assert.ok(second.is === 'sent' && second.provider === 'facevalue@127.0.0.1');
});

test('a text refused permanently by all providers is refused; otherwise it has failed', async () => {
  await using world = await textWorld('smpp, gateway');
  world.smpp.mode.set('bad-number');
  world.gateway.mode.set('bad-number');
  const refused = await world.send();
  assert.deepEqual(refused, {
    is: 'refused',
    details: 'provider answered ESME_RINVDSTADR; gateway answered 422',
  });
  world.gateway.mode.set('refuse');
  assert.equal((await world.send()).is, 'failed');
  assert.equal((await world.send('Привет', 'not a phone')).is, 'refused');
  assert.equal(world.inbox.count(), 0);
});

test('a connection that breaks after the submission leaves the text unclear: no other provider gets it', async () => {
  await using world = await textWorld('smpp, gateway');
  world.smpp.mode.script('cut');
  const outcome = await world.send();
  assert.equal(outcome.is, 'unclear');
  assert.deepEqual([world.inbox.count(), world.gateway.submitted()], [1, 0]);
});

test('a text is unclear if the gateway breaks off after taking it', async () => {
  await using world = await textWorld('gateway, smpp');
  world.gateway.mode.script('cut');
  assert.equal((await world.send()).is, 'unclear');
  assert.deepEqual([world.inbox.count(), world.smpp.submitted()], [1, 0]);
});

test('a text whose second part is refused is not sent elsewhere', async () => {
  await using world = await textWorld('smpp, gateway');
  world.smpp.mode.script('honest', 'refuse');
  const outcome = await world.send('Раз-два-три, '.repeat(8));
  assert.ok(outcome.is === 'unclear' && outcome.messageIds.length === 1 && outcome.parts === 2);
  assert.match(outcome.details, /^1 of 2 parts taken, then: provider answered ESME_RSUBMITFAIL/);
  assert.equal(world.gateway.submitted(), 0);
});

test('a provider that comes back is bound again, and an unreachable one is reported', async () => {
  await using world = await textWorld('smpp');
  assert.equal((await world.send()).is, 'sent');
  assert.equal(world.texter.capacity(), 10);
  world.smpp.mode.set('down');
  await until(() => world.texter.capacity() === 1);
  const failed = await world.send();
  assert.ok(failed.is === 'failed' && failed.details.startsWith('provider: '), JSON.stringify(failed));
  world.smpp.mode.set('honest');
  await until(() => world.smpp.bound() === 1 && world.texter.capacity() === 10);
  assert.equal((await world.send()).is, 'sent');
});

test('while one provider is being reconnected, the other gets the texts at once', async () => {
  const connectMs = 8000;
  await using world = await textWorld('smpp, gateway');
  const mute = createServer((socket) => socket.resume());
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as AddressInfo;
  const http = createHttpClient({ allowPrivateAddresses: true });
  const texter = createTexter(
    {
      primary: readProvider('X', `smpp://facevalue:demo@127.0.0.1:${port}?from=Shop`),
      fallback: gatewaySettings.parse(world.gateway.settings),
    },
    http,
    { ...times, connectMs },
  );
  const text = { to: '79001234567', text: 'Привет', reference: 'one' };
  assert.equal((await texter.send(text)).is, 'sent');
  const startedAt = performance.now();
  for (let sent = 0; sent < 20; sent += 1) {
    const outcome = await texter.send(text);
    assert.ok(outcome.is === 'sent' && outcome.provider === 'demo-gateway');
    // After the first pause, during the next attempt to connect.
    await sleep(10);
  }
  assert.ok(performance.now() - startedAt < connectMs * 0.9, 'no text waited for the one that is mute');
  assert.equal(world.gateway.submitted(), 21);
  await texter.close();
  await http.close();
  mute.close();
});

test('a wrong password is reported as such, without the password', async () => {
  const inbox = createTextInbox({ folder: null, clock });
  const peer = await startSmppPeer({ inbox });
  const url = peer.url.replace(':demo@', ':wrong@');
  const http = createHttpClient({ allowPrivateAddresses: true });
  const texter = createTexter({ primary: readProvider('X', url), fallback: null }, http, times);
  const outcome = await texter.send({ to: '79001234567', text: 'Привет', reference: 'one' });
  assert.deepEqual(outcome, { is: 'failed', details: 'provider: sign-in refused, ESME_RINVPASWD' });
  await texter.close();
  await Promise.all([peer.close(), http.close()]);
});

test('a connection that answers is kept', async () => {
  await using world = await textWorld('smpp', { enquireEveryMs: 5, enquireAnswerMs: patienceMs });
  assert.equal((await world.send()).is, 'sent');
  await until(() => world.smpp.enquiries() >= 5);
  assert.equal(world.smpp.binds(), 1);
});

test('a silent connection is closed and reopened, however often it is asked', async () => {
  await using world = await textWorld('smpp', { enquireEveryMs: 10, enquireAnswerMs: 50 });
  assert.equal((await world.send()).is, 'sent');
  const before = world.smpp.binds();
  world.smpp.deafen();
  await until(() => world.smpp.binds() > before);
});

test('each part has a receipt, and one that could not be stored is sent again', async () => {
  await using world = await textWorld('smpp');
  let refusals = 1;
  world.texter.receive((receipts) => {
    if (refusals > 0) {
      refusals -= 1;
      return Promise.reject(new Error('the database is away'));
    }
    world.receipts.push(...receipts);
    return Promise.resolve();
  });
  const outcome = await world.send('Часть за частью. '.repeat(6));
  await until(() => world.receipts.length === 2);
  assert.ok(outcome.is === 'sent');
  assert.deepEqual(
    world.receipts.map(({ messageId }) => messageId).toSorted(),
    outcome.messageIds.toSorted(),
  );
  assert.deepEqual(
    new Set(world.receipts.map(({ report, details }) => `${report} ${details}`)),
    new Set(['delivered DELIVRD err 000']),
  );
  world.smpp.mode.script('undelivered');
  await world.send();
  await until(() => world.receipts.length === 3);
  assert.equal(world.receipts.at(-1)?.report, 'undelivered');
});

test('without a provider nothing is sent, and the reason is given', async () => {
  const http = createHttpClient({ allowPrivateAddresses: true });
  const texter = createTexter({ primary: null, fallback: null }, http);
  const outcome = await texter.send({ to: '79001234567', text: 'Привет', reference: 'one' });
  assert.deepEqual(outcome, { is: 'failed', details: 'no SMS provider is set' });
  await http.close();
});
