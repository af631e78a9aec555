import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMail } from '../../../src/platform/mail/arriving/parse-mail.ts';
import { mailBombs } from './mail-bombs.ts';
import { mailReasons } from '../../../src/platform/mail/arriving/mail-reasons.ts';

/** Of the processor, of this process with its threads. */
const maxProcessorMs = 10_000;

for (const { name, source, input, right } of mailBombs)
  test(`${name} (${source})`, async (t) => {
    const bytes = Buffer.from(input(), 'latin1');
    const before = process.cpuUsage();
    const parsing = await parseMail(bytes);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    t.diagnostic(`${bytes.length} bytes, processor ${ms.toFixed(0)} ms`);
    if (right === 'parsed') assert.equal(parsing.is, 'parsed');
    else assert.match(parsing.is === 'broken' ? mailReasons.text(parsing.reason, 'en') : 'parsed', right);
    assert.ok(ms < maxProcessorMs, `${ms} ms`);
    const next = await parseMail(Buffer.from('From: a@b.example\r\n\r\nhello'));
    assert.equal(next.is === 'parsed' && next.mail.text.trim(), 'hello');
  });
