import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { maxHeadBytes } from '../../src/platform/mail/arriving/read-head.ts';
import { visitMailbox } from '../../src/platform/mail/mailbox.ts';
import { startImapServer } from './imap-server.ts';
import { imapTokens } from './imap-tokens.ts';
import { openMailFolder } from './mail-folder.ts';

const clock = { now: () => new Date('2026-11-21T09:00:00Z') };
const password = 'a "quoted" \\ secret';

const mail = (subject: string, body: string): Buffer =>
  Buffer.from(
    `From: =?UTF-8?B?${Buffer.from('Анна').toString('base64')}?= <anna@tea.example>\r\nTo: codes@facevalue.example\r\n` +
      `Subject: ${subject}\r\nMessage-ID: <${subject.replaceAll(' ', '-')}@tea.example>\r\n\r\n${body}`,
  );

interface Seen {
  uid: number;
  uidValidity: string;
  receivedAt: Date;
  bytes: number;
  start: Buffer;
  /** The whole mail; null if it is larger than the reader wants. */
  source: Buffer | null;
}

async function visit(url: string, after: number, maxMailBytes = 100_000): Promise<Seen[]> {
  const arrived: Seen[] = [];
  await visitMailbox({
    url,
    now: clock.now,
    maxMails: 50,
    lastUidOf: () => Promise.resolve(after),
    async onMail(one) {
      const source = one.bytes > maxMailBytes ? null : await one.source(maxMailBytes);
      arrived.push({ ...one, source });
      return source === null ? 'unusual' : 'read';
    },
  });
  return arrived;
}

test('the platform reads the mailbox, continues where it stopped, and reconnects after a restart', async () => {
  const path = mkdtempSync(join(tmpdir(), 'facevalue-mailbox-'));
  try {
    const folder = await openMailFolder(path, clock);
    const server = await startImapServer({ folder, user: 'codes', password });
    assert.deepEqual(await visit(server.url, 0), []);
    const bodies = ['Готово\r\n', `${'x'.repeat(200_000)}\r\n`, '(with) "signs" {7}\r\n'];
    await Promise.all(bodies.map((body, index) => folder.add(mail(`Letter ${index + 1}`, body))));
    const [first, second, third] = await visit(server.url, 0);
    assert.deepEqual(first?.source, mail('Letter 1', bodies[0] ?? ''));
    assert.equal(second?.source, null, 'too large for its reader');
    assert.deepEqual(second?.start, mail('Letter 2', bodies[1] ?? '').subarray(0, maxHeadBytes));
    assert.deepEqual(third?.receivedAt, clock.now());
    await server.close();

    const again = await openMailFolder(path, clock);
    assert.deepEqual(
      again.mails().map(({ flags }) => flags),
      [['\\Seen'], ['\\Seen', '\\Flagged'], ['\\Seen']],
    );
    const next = await startImapServer({ folder: again, user: 'codes', password });
    await again.add(mail('Letter 4', 'ok\r\n'));
    const fresh = await visit(next.url, third?.uid ?? 0);
    assert.deepEqual(
      fresh.map(({ uid, uidValidity }) => [uid, uidValidity]),
      [[4, first.uidValidity]],
    );
    await next.close();
  } finally {
    rmSync(path, { recursive: true });
  }
});

test('without a login nothing can be read', async () => {
  const path = mkdtempSync(join(tmpdir(), 'facevalue-mailbox-'));
  const folder = await openMailFolder(path, clock);
  const server = await startImapServer({ folder, user: 'codes', password });
  await assert.rejects(visit(server.url.replace(/:[^:@]+@/, ':wrong@'), 0));
  await server.close();
  rmSync(path, { recursive: true });
});

test('tokens of a command are atoms, strings, literals and lists', () => {
  assert.deepEqual(imapTokens('a1 UID FETCH 1:* (FLAGS BODY.PEEK[HEADER.FIELDS (SUBJECT)])'), [
    'a1',
    'UID',
    'FETCH',
    '1:*',
    ['FLAGS', 'BODY.PEEK[HEADER.FIELDS (SUBJECT)]'],
  ]);
  assert.deepEqual(imapTokens('a2 LOGIN "a \\"b\\"" {3}\r\nx y'), ['a2', 'LOGIN', 'a "b"', 'x y']);
  assert.equal(imapTokens('a3 FETCH (FLAGS'), null);
  assert.equal(imapTokens('a4 LOGIN "open'), null);
});
