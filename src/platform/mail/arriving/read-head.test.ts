import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAutomatic, isMassMail, type MailHead } from './read-head.ts';

const headOf = (name: string, value: string): MailHead => ({ fields: [{ name, value }] });

test('automatic replies are recognised', () => {
  for (const head of [
    headOf('auto-submitted', 'auto-replied'),
    headOf('precedence', 'AUTO_REPLY'),
    headOf('x-autoreply', 'yes'),
    headOf('x-autorespond', ''),
  ])
    assert.ok(isAutomatic(head), JSON.stringify(head));
  for (const head of [headOf('auto-submitted', 'no'), headOf('subject', 'auto-replied')])
    assert.ok(!isAutomatic(head) && !isMassMail(head), JSON.stringify(head));
});

test('bulk mail is not an automatic reply', () => {
  for (const head of [headOf('precedence', 'bulk'), headOf('x-auto-response-suppress', 'All')])
    assert.ok(isMassMail(head) && !isAutomatic(head), JSON.stringify(head));
});
