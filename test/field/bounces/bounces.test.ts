import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mayReport, readOther, readReport } from '../../../src/messaging/bounces/read-report.ts';
import { parseMail } from '../../../src/platform/mail/arriving/parse-mail.ts';
import { readHead } from '../../../src/platform/mail/arriving/read-head.ts';
import { bounceSamples } from './samples.ts';

describe('reports on letters', () => {
  for (const { name, source, input, right } of bounceSamples)
    test(`${name} (${source})`, async () => {
      const { head: fields, body, marked = true } = input;
      const raw = Buffer.from(
        `${[...fields, 'MIME-Version: 1.0'].join('\n')}\n\n${body}\n`.replaceAll('\n', '\r\n'),
      );
      const [head, parsing] = [readHead(raw), await parseMail(raw)];
      assert.ok(head !== null && parsing.is === 'parsed');
      const reading = mayReport(head, marked)
        ? readReport(head, parsing.mail, marked)
        : readOther(head, marked);
      assert.equal(reading.is, right);
    });
});
