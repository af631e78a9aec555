import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSmppPeer } from '../../simulators/sms/smpp-peer.ts';
import { createTextInbox } from '../../simulators/sms/text-inbox.ts';
import { childEnvironment } from '../support/child-environment.ts';

function run(
  args: string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, ['src/main.ts', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...childEnvironment, FACEVALUE_MASTER_KEY: `${'A'.repeat(43)}=`, ...settings },
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, out }));
  });
}

test('sms test sends one text through each provider, without a database', async () => {
  const inbox = createTextInbox({ folder: null, clock: { now: () => new Date() } });
  const peer = await startSmppPeer({ inbox });
  const settings = { FACEVALUE_SMS_PRIMARY: peer.url };
  const text = 'Проверка, как длинный текст делится на части и приходит на телефон целиком.';
  const tried = await run(['sms', 'try', '79001234567', '--text', text, '--json'], settings);
  assert.equal(tried.code, 0);
  const told = JSON.parse(tried.out) as { provider: string; parts: number; receipts: string[] };
  assert.equal(told.provider, 'facevalue@127.0.0.1');
  assert.deepEqual(
    [told.parts, told.receipts],
    [2, ['delivered (DELIVRD err 000)', 'delivered (DELIVRD err 000)']],
  );
  assert.equal(inbox.count(), 1);
  peer.mode.set('bad-number');
  const refused = await run(['sms', 'try', '79001234567', '--json'], settings);
  assert.equal(refused.code, 1);
  assert.match(refused.out, /It was not sent: provider answered ESME_RINVDSTADR/);
  const unset = await run(['sms', 'try', '79001234567', '--json'], {});
  assert.match(unset.out, /FACEVALUE_SMS_PRIMARY is not set/);
  await peer.close();
});

test('over TLS a text goes only to a provider with a trusted certificate', async () => {
  const inbox = createTextInbox({ folder: null, clock: { now: () => new Date() } });
  const certificate = join(import.meta.dirname, '../support/mail-server.pem');
  const peer = await startSmppPeer({ inbox, identity: readFileSync(certificate, 'utf8') });
  const settings = { FACEVALUE_SMS_PRIMARY: peer.url };
  const trusting = { ...settings, NODE_EXTRA_CA_CERTS: certificate };
  const tried = await run(['sms', 'try', '79001234567', '--json'], trusting);
  assert.equal(tried.code, 0, tried.out);
  const refused = await run(['sms', 'try', '79001234567', '--json'], settings);
  assert.match(refused.out, /It was not sent: provider: not reached/);
  assert.equal(inbox.count(), 1);
  await peer.close();
});
