import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeline, wholeAddress } from './order-timeline.ts';

test('the reason of an event has its own column', () => {
  const at = new Date('2026-11-21T09:00:00Z');
  const delivery = {
    channel: 'email',
    kind: 'certificate',
    round: 1,
    askedBy: 'order',
    askedAt: null,
    address: 'anna@mail.example',
    state: 'failed',
    attempts: 1,
    dueAt: at,
    sentAt: null,
    problem: 'smtp 550',
    report: null,
    reportDetails: '',
    reportedAt: null,
  } as const;
  const event = { at, event: 'not_sent', delivery, times: 1, lastAt: at, details: 'smtp 550' } as const;
  const [headings = '', line = ''] = timeline([event], wholeAddress).split('\n');
  assert.equal(headings.indexOf('DETAILS'), line.indexOf('smtp 550'));
  assert.equal(headings.indexOf('ASKED BY'), line.indexOf('order'));
});
