import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readReply, type AnsweredTable } from '../../../src/suppliers/activation/read-reply.ts';
import { replySamples, rightOf } from './samples.ts';

const numbers = ['7700-0001', '7700-0002', '7700-0003', '7700-0004', '7700-0005'];
const bare = (text: string): string => text.replaceAll(/[\s-]/g, '');
const table: AnsweredTable = {
  rows: numbers.length,
  rowsOfNumber: (text) =>
    numbers.flatMap((number, index) => (bare(number) === bare(text) ? [index + 1] : [])),
};

describe('replies to activation letters', () => {
  for (const { name, source, input, right } of replySamples)
    test(`${name} (${source})`, () => assert.deepEqual(rightOf(readReply(input, table)), right));
});
