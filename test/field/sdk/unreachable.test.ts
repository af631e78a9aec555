import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { lastingPort } from '../../support/lasting-port.ts';
import { drive, sdkNames, type Sdk } from '../../sdk/sdk-programs.ts';
import { unreachable, type Trouble } from './unreachable.ts';

const certificates = join(import.meta.dirname, '../../suppliers/certificates');
const read = (name: string): Buffer => readFileSync(join(certificates, name));

const secret = 'of-this-client';
const streams = ['-d', 'disable_functions=curl_init'];
const hasCurl = spawnSync('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']).status === 0;

/** PHP asks by curl, or by streams where it has none. */
const ways: { name: string; sdk: Sdk; flags: string[]; skip?: string | false }[] = [
  ...sdkNames.filter((sdk) => sdk !== 'php').map((sdk) => ({ name: sdk, sdk, flags: [] })),
  ...sdkNames
    .filter((sdk) => sdk === 'php')
    .flatMap((sdk) => [
      { name: 'php by streams', sdk, flags: streams },
      { name: 'php by curl', sdk, flags: [], skip: !hasCurl && 'PHP has no curl' },
    ]),
];

const servers: Server[] = [];
const addresses: Partial<Record<Trouble, string>> = { 'no scheme': 'gifts.example', 'a file': 'file:///etc' };

async function listen(server: Server, scheme = 'http'): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

before(async () => {
  const tls = createTlsServer({ key: read('server.key.pem'), cert: read('server.pem') });
  addresses['nobody listens'] = `http://127.0.0.1:${await lastingPort()}`;
  // Reserved by RFC 6761: no resolver knows it.
  addresses['no such name'] = 'https://shop.invalid';
  addresses['certificate is not trusted'] = await listen(tls, 'https');
  addresses['no TLS there'] = await listen(createServer(), 'https');
  addresses['hangs up'] = await listen(createServer(({ socket }) => socket.destroy()));
  addresses['never answers'] = await listen(createServer(() => {}));
});
after(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function said(sdk: Sdk, baseUrl: string, timeout: string, flags: string[]): Promise<string> {
  const settings = { BASE_URL: baseUrl, ID: '1', SECRET: secret, TIMEOUT: timeout };
  const [outcome] = await drive(sdk, settings, [{ do: 'getBalance' }], flags);
  assert.equal(outcome?.error, 'NoAnswerError', JSON.stringify(outcome));
  const message = String(outcome['message']);
  assert.match(message, /^getBalance got no answer: ./);
  assert.doesNotMatch(message, /sig=|of-this-client/, 'neither signature nor secret');
  return message;
}

for (const { name: way, sdk, flags, skip = false } of ways)
  test(`${way} says why there is no answer`, { skip }, async () => {
    for (const { name, input, right } of unreachable) {
      const timeout = input === 'never answers' ? '0.2' : '10';
      assert.match(await said(sdk, addresses[input] ?? '', timeout, flags), right, name);
    }
  });

const noPhp = !sdkNames.includes('php') && 'PHP is not installed';
test(
  'PHP without curl says that allow_url_fopen is off (amazon-pay-sdk-php#1)',
  { skip: noPhp },
  async () => {
    const flags = [...streams, '-d', 'allow_url_fopen=0'];
    assert.match(await said('php', addresses['never answers'] ?? '', '10', flags), /allow_url_fopen/);
  },
);
