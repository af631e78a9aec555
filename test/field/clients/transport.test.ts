import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { signatureOf } from '../../../src/clients/client-directory.ts';
import { testWorld } from '../../support/test-world.ts';
import { transportSamples, type Arrival } from './transport-samples.ts';

/** `fetch` would tidy addresses up. */
function send(port: string, path: string, { headers }: Arrival, body: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const options = { port, path, method: 'POST', headers: { ...type, ...headers } };
    const sent = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('what arrives otherwise is read, or refused with the true reason', async (context) => {
  await using world = await testWorld();
  const { id, secret } = await world.client();
  const { port } = new URL(world.baseUrl);
  const usual = new URLSearchParams({ data: '{}', sig: signatureOf('getBalance', '{}', secret) }).toString();
  for (const { name, input, right } of transportSamples) {
    await context.test(name, async () => {
      const path = (input.path ?? '/?PATH').replace('PATH', `cmd=getBalance&id=${id}&in=json`);
      const text = await send(port, path, input, input.body(usual));
      const { status, error } = JSON.parse(text) as {
        status: string;
        error?: { code: number; text: string };
      };
      if (right === 'answered') assert.equal(status, 'ok', text);
      else {
        assert.equal(error?.code, 1000, text);
        assert.match(error.text, right);
      }
    });
  }
});
