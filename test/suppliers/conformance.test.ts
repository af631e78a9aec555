import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { adapters } from '../../src/suppliers/adapters/list.ts';
import type {
  ActivateAsk,
  IssueAsk,
  IssuedCode,
  Reading,
  SupplierAdapter,
  SupplierResponse,
} from '../../src/suppliers/adapters/adapter.ts';
import { judgeIssued, readAnswer } from '../../src/suppliers/calls/call-supplier.ts';
import { secretsOf } from '../../src/suppliers/calls/mask-transcript.ts';

interface RecordedAnswer {
  name: string;
  status: number;
  body: string;
  is: Reading<unknown>['is'];
  why?: string;
  code?: { number: string; pin: string; expiresAt: string | null };
}

const now = new Date('2026-11-21T12:00:00+03:00');
const requestId = '2f6c1a52-9a3e-4c55-8a47-3f1e0a5b7c11';
const issueAsk: IssueAsk = { requestId, faceKopecks: 50_000, productId: 2001 };
const activateAsk: ActivateAsk = { requestId, number: 'TEA <&> 0042', pin: '0815' };
const hugeBytes = 64 * 1024;

const recorded = <Content>(adapter: SupplierAdapter, file: string): Content =>
  JSON.parse(
    readFileSync(
      new URL(`../../src/suppliers/adapters/${adapter.name}/answers/${file}.json`, import.meta.url),
      'utf8',
    ),
  ) as Content;

const responseOf = ({ status, body }: { status: number; body: string }): SupplierResponse => ({
  status,
  body,
  headers: {},
});

for (const adapter of adapters) {
  describe(`the adapter ${adapter.name}`, () => {
    const settings = adapter.settings.parse(recorded(adapter, 'settings'));
    const { issue, activate } = adapter;
    assert.ok(issue !== undefined && activate !== undefined);
    const readIssue = (response: SupplierResponse): Reading<IssuedCode> =>
      judgeIssued(readAnswer(issue, response, issueAsk, settings), issueAsk, now);
    const readActivate = (response: SupplierResponse): Reading<void> =>
      readAnswer(activate, response, activateAsk, settings);
    const issueAnswers = recorded<RecordedAnswer[]>(adapter, 'issue');
    const activateAnswers = recorded<RecordedAnswer[]>(adapter, 'activate');

    for (const answer of issueAnswers) {
      test(`issue, ${answer.name}: ${answer.is}`, () => {
        const reading = readIssue(responseOf(answer));
        assert.equal(reading.is, answer.is, JSON.stringify(reading));
        if (reading.is === 'refused') assert.equal(reading.why, answer.why);
        if (reading.is !== 'done') return;
        const { number, pin, expiresAt } = reading.answer;
        assert.deepEqual({ number, pin, expiresAt: expiresAt?.toISOString() ?? null }, answer.code);
      });
    }

    for (const answer of activateAnswers) {
      test(`activate, ${answer.name}: ${answer.is}`, () => {
        const reading = readActivate(responseOf(answer));
        assert.equal(reading.is, answer.is, JSON.stringify(reading));
        if (reading.is === 'refused') assert.equal(reading.why, answer.why);
      });
    }

    test('an answer of the maximum size is read', () => {
      const filler = 'x'.repeat(hugeBytes);
      const nested = '['.repeat(hugeBytes / 2);
      const deep = '<a>'.repeat(hugeBytes / 3);
      for (const status of [200, 201]) {
        for (const body of [filler, nested, deep]) {
          assert.equal(readIssue(responseOf({ status, body })).is, 'unclear');
        }
      }
    });

    test('a truncated answer is never read as complete', () => {
      for (const { status, body, is } of issueAnswers) {
        if (is !== 'done') continue;
        for (let length = 0; length < body.length; length += 1) {
          const reading = readIssue(responseOf({ status, body: body.slice(0, length) }));
          assert.notEqual(reading.is, 'done', body.slice(0, length));
        }
      }
    });

    test('no answer makes the adapter throw or sell a code that was not requested', () => {
      const done = issueAnswers.find(({ is }) => is === 'done')?.body ?? '';
      const anyBody = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.json(),
        spoilt(done),
        fc.constantFrom(...issueAnswers.map(({ body }) => body)),
      );
      fc.assert(
        fc.property(fc.constantFrom(200, 201, 204, 302, 400, 409, 500, 503), anyBody, (status, body) => {
          for (const reading of [
            readIssue(responseOf({ status, body })),
            readActivate(responseOf({ status, body })),
          ]) {
            assert.ok(['done', 'refused', 'unclear', 'wrong'].includes(reading.is));
            if (reading.is !== 'done' || reading.answer === undefined) continue;
            const { answer } = reading;
            assert.deepEqual([answer.requestId, answer.faceKopecks], [requestId, 50_000]);
            assert.ok(answer.number !== '' && (answer.expiresAt === null || answer.expiresAt > now));
          }
        }),
        { numRuns: 500 },
      );
    });

    test('requests have the request_id, and values cannot break out of their fields', async () => {
      const requests = [
        await issue.request(issueAsk, settings),
        await activate.request(activateAsk, settings),
      ];
      for (const { url, body, headers } of requests) {
        assert.ok(`${url} ${body}`.includes(requestId));
        assert.ok(URL.canParse(url));
        assert.ok(Object.values(headers).every((value) => !/[\r\n]/.test(value)));
      }
      const told = requests.map(({ url, body }) => `${url} ${body}`).join('\n');
      for (const secret of secretsOf(adapter.settings, settings)) assert.ok(!told.includes(secret));
      if (/xml|soap/.test(adapter.name)) assert.ok(told.includes('TEA &lt;&amp;&gt; 0042'));
    });
  });
}

/** An answer with a part removed, doubled or replaced. */
const spoilt = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length), fc.nat(40), fc.oneof(fc.constant(''), fc.string({ maxLength: 12 })))
    .map(([from, length, other]) => text.slice(0, from) + other + text.slice(from + length));
