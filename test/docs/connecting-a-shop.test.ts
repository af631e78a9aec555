/** The worked examples of docs/connecting-a-shop.md are right: what is signed there has the signature that stands there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { webhookSignature } from '../../src/callbacks/call-receiver.ts';
import { signatureOf } from '../../src/clients/client-directory.ts';

const docs = join(import.meta.dirname, '../../docs');

/** The blocks of text of a page, without their indentation. */
const textBlocksOf = (page: string): string[] =>
  [...page.matchAll(/^( *)```text\n([\s\S]*?)\n\1```$/gm)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

for (const name of ['connecting-a-shop.md', 'ru/connecting-a-shop.md']) {
  const blocks = textBlocksOf(readFileSync(join(docs, name), 'utf8'));

  test(`${name}: the request is signed step by step`, () => {
    const [data = '', joined, sig, request = ''] = blocks;
    assert.equal(joined, `makeOrder${data}s3cr3t/Key`);
    assert.equal(sig, signatureOf('makeOrder', data, 's3cr3t/Key'));
    const [head = '', , , body = ''] = request.split('\n');
    assert.equal(new URLSearchParams(body).get('data'), data);
    assert.equal(new URLSearchParams(head.slice('POST /?'.length)).get('sig'), sig);
  });

  test(`${name}: the callback has the signature that stands there`, () => {
    const [secret = '', callback = '', signature] = blocks.slice(-3);
    const [head = '', body = ''] = callback.split('\n\n');
    const [messageId = '', timestamp = ''] = head.split('\n').map((line) => line.split(': ')[1] ?? '');
    assert.equal(signature, webhookSignature(secret, { messageId, timestamp, body }));
  });
}
