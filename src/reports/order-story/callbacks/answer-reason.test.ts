import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerReason } from './answer-reason.ts';

const refused = (httpStatus: number | null, problem: string) => ({ accepted: false, httpStatus, problem });

const said = (address: string, httpStatus: number | null, problem = ''): string | null =>
  answerReason(refused(httpStatus, problem), address, 'en');

test('a refused call says why and what to do, with the host, port and status that it met', () => {
  assert.match(
    said('http://10.0.0.7/in', null, 'refused address') ?? '',
    /10\.0\.0\.7 is an address of a private/,
  );
  assert.match(said('https://shop.example/', null, 'refused address') ?? '', /name shop\.example leads to/);
  assert.match(said('https://shop.example/', null, 'unknown host') ?? '', /not found in DNS/);
  assert.match(
    said('https://shop.example:8443/', null, 'connection refused') ?? '',
    /port 8443 of shop\.example/,
  );
  assert.match(said('http://shop.example/', null, 'timeout') ?? '', /port 80\)/);
  assert.match(said('https://shop.example/', 302) ?? '', /302, a redirect/);
  assert.match(said('https://shop.example/', 500) ?? '', /500; 200 and exactly/);
  assert.match(said('https://shop.example/', 200) ?? '', /not exactly “OK”/);
  assert.match(said('https://shop.example/', null, 'something new') ?? '', /could not be called/);
  assert.equal(
    answerReason({ accepted: true, httpStatus: 200, problem: '' }, 'https://shop.example/', 'ru'),
    null,
  );
});
