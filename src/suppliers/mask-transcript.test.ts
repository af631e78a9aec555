import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { maskTranscript } from './mask-transcript.ts';

const said = {
  method: 'POST',
  url: 'https://tea.example/api',
  headers: { authorization: 'Bearer x' },
  body: '',
};
const masking = { secrets: [] as string[], known: ['request_id code status'] };

test('a secret is masked in every form in which it may be written', () => {
  const secret = fc
    .string({ unit: 'grapheme', minLength: 4, maxLength: 20 })
    .filter((text) => /\S{4}/.test(text));
  fc.assert(
    fc.property(secret, (value) => {
      const bytes = Buffer.from(value);
      const forms = [
        value,
        JSON.stringify(value).slice(1, -1),
        value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
        encodeURIComponent(value),
        new URLSearchParams({ v: value }).toString().slice(2),
        bytes.toString('base64'),
        bytes.toString('base64url'),
        bytes.toString('hex'),
      ];
      for (const form of forms) {
        const masked = maskTranscript({ ...said, body: `before ${form} after` }, null, {
          ...masking,
          secrets: [value],
        });
        assert.match(masked, /before •••=* after$/, form);
      }
    }),
  );
});

test('header values are left out', () => {
  const kept = maskTranscript(said, null, masking);
  assert.ok(kept.includes('authorization') && !kept.includes('Bearer'));
});

test('of an answer that may hold a code only known words are shown, even where it was cut or escaped', () => {
  const body = '{"request_id":"7d9f","status":"OK","code":"TEAHOUSE-00421234","\\u0050IN":"99';
  const kept = maskTranscript({ ...said, body: '{"id":"7d9f"}' }, { status: 201, body }, masking);
  assert.match(kept, /→ 201\n\{"request_id":"7d9f","status":"OK","code":"•••-•••","\\•••":"99$/);
});

test('of a failure its words are shown, but nothing with a digit', () => {
  const kept = maskTranscript(said, { status: 500, body: 'Internal Server Error 20042 TEA0042X' }, masking);
  assert.match(kept, /→ 500\nInternal Server Error ••• •••$/);
});

test('a long transcript is cut', () => {
  const kept = maskTranscript(said, { status: 200, body: 'code '.repeat(100_000) }, masking);
  assert.ok(kept.length <= 4000);
});
