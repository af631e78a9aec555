import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { listMailsSetAside } from '../../src/messaging/bounces/mails-set-aside.ts';
import { listDrafts, listUntaken } from '../../src/suppliers/mail/drafts.ts';
import { changeSenders } from '../../src/suppliers/mail/senders.ts';
import { sheetOf, workbookOf } from '../support/deflated-zip.ts';
import { statusNotification } from '../support/delivery-status.ts';
import { longestTurnMs } from '../support/longest-turn.ts';
import { startImapServer } from '../../simulators/mailbox/imap-server.ts';
import { openMailFolder } from '../../simulators/mailbox/mail-folder.ts';
import { testWorld } from '../support/test-world.ts';

const sender = 'warehouse@supplier.example';

/** Processor time that other work waits for at most; generous for a slow machine. */
const mostMs = 2500;

const known = `From: ${sender}\r\nTo: codes@facevalue.example\r\nMIME-Version: 1.0\r\n`;
const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const file = (name: string, bytes: Buffer): string =>
  `${known}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: application/octet-stream\r\n` +
  `Content-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n` +
  `${bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')}\r\n--b--\r\n`;

const blockquotes = `Content-Type: text/html\r\n\r\n${'<blockquote>'.repeat(80_000)}`;
const multiparts = (count: number): string =>
  `${times(count, (index) => `Content-Type: multipart/mixed; boundary="b${index}"\r\n\r\n--b${index}\r\n`)}\r\n\r\nx`;

const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${times(
  9,
  (index) => `<!ENTITY ${'bcdefghij'[index]} "${`&${'abcdefghi'[index]};`.repeat(10)}">`,
)}]>`;

const sheet = sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>');

const letters: Record<string, { mail: string; why: RegExp | 'harmless' }> = {
  'nested quotations, of a stranger': {
    mail: `From: stranger@elsewhere.example\r\n${blockquotes}`,
    why: /no known address/,
  },
  'nested quotations, of somebody known': { mail: known + blockquotes, why: /brings no file/ },
  'nested parts': { mail: known + multiparts(5000), why: /more than 200 parts/ },
  '100,000 headers': {
    mail: `${known}${times(100_000, (index) => `X-${index}: y\r\n`)}\r\nx`,
    why: /head of the mail is longer/,
  },
  'a header line of a megabyte': {
    mail: `${known}Subject: ${'a'.repeat(1_000_000)}\r\n\r\nx`,
    why: /head of the mail is longer/,
  },
  'a part with 100,000 headers': {
    mail: `${known}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${times(100_000, (index) => `X-${index}: y\r\n`)}\r\nx`,
    why: /a part has a head of more/,
  },
  'addresses without end': {
    mail: `From: ${'"(<'.repeat(15_000)}\r\n\r\nx`,
    why: /the sender’s field is too long/,
  },
  'several authors': {
    mail: `${known}From: other@elsewhere.example\r\n\r\nx`,
    why: /has several From fields/,
  },
  'encoded words without end': {
    mail: `${known}Subject: ${'=?utf-8?Q?=41?= '.repeat(3500)}${'=?'.repeat(2000)}\r\n\r\nx`,
    why: /brings no file/,
  },
  'a boundary that does not end': {
    mail: `${known}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n'.repeat(300_000)}`,
    why: /more than 200 parts/,
  },
  'thirty megabytes of base64': {
    mail: `${known}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'QUFB'.repeat(19)}\r\n`.repeat(380_000)}`,
    why: /brings no file/,
  },
  'a charset that is slow to decode': {
    mail: `${known}Content-Type: text/plain; charset=utf-7\r\n\r\n${'+AGE-'.repeat(7_500_000)}`,
    why: /brings no file|took longer/,
  },
  'a charset that nobody knows': {
    mail: `${known}Content-Type: text/plain; charset="\u0000../x"\r\n\r\n${'\u00ff'.repeat(100_000)}`,
    why: /brings no file/,
  },
  'parameters without end': {
    mail: `${known}Content-Type: text/plain; ${times(3000, (index) => `n*${index}*=%41; `)}\r\n\r\nx`,
    why: /brings no file/,
  },
  'a table of one cell': {
    mail: file('codes.csv', Buffer.from(`Номер;Номинал\n"${'a'.repeat(14_000_000)}`)),
    why: /quote is opened and not closed/,
  },
  'a table of commas': { mail: file('codes.csv', Buffer.alloc(1_000_000, ',')), why: /more than 200 cells/ },
  'a table of line breaks': { mail: file('codes.csv', Buffer.alloc(2_000_000, '\n')), why: /empty/ },
  'a workbook that unpacks to much': {
    mail: file(
      'codes.xlsx',
      workbookOf({ strings: `<sst>${'<si><t>a</t></si>'.repeat(10_000_000)}</sst>`, sheet }),
    ),
    why: /unpacks to far more/,
  },
  'a workbook of entities': {
    mail: file('codes.xlsx', workbookOf({ strings: `${entities}<sst><si><t>&j;</t></si></sst>`, sheet })),
    why: 'harmless',
  },
  'a workbook of strings': {
    mail: file(
      'codes.xlsx',
      workbookOf({ strings: `<sst>${times(3_000_000, (index) => `<si><t>${index}</t></si>`)}</sst>`, sheet }),
    ),
    why: /too large to read/,
  },
};

/** A mailbox that returns raw mails; a server that parsed them would itself be slowed down. */
async function plainMailbox() {
  const path = mkdtempSync(join(tmpdir(), 'facevalue-mailbox-'));
  const folder = await openMailFolder(path, { now: () => new Date('2026-11-21T09:00:00Z') });
  const server = await startImapServer({ folder, user: 'codes', password: 'secret' });
  return {
    url: server.url,
    uidValidity: String(folder.uidValidity),
    receive: (mail: string | Buffer) =>
      folder.add(Buffer.isBuffer(mail) ? mail : Buffer.from(mail, 'latin1')),
    flagged: () => folder.mails().map(({ flags }) => flags.includes('\\Flagged')),
    async [Symbol.asyncDispose]() {
      await server.close();
      rmSync(path, { recursive: true });
    },
  };
}

const goodMail = file('good.csv', Buffer.from('Номер;Номинал\nA-1;500\n'));

for (const [name, { mail, why }] of Object.entries(letters)) {
  test(`${name}: no other work waits, and the next mail is read`, async () => {
    await using mailbox = await plainMailbox();
    await using world = await testWorld({ FACEVALUE_IMAP_URL: mailbox.url });
    const product = await world.product();
    await changeSenders(world.home.db, { add: { supplierId: product.supplierId, address: sender } });
    await mailbox.receive(mail);
    await mailbox.receive(goodMail);
    const turn = await longestTurnMs(() => world.settle());
    const [drafts, untaken] = await Promise.all([
      listDrafts(world.home.db, { all: true, limit: 10 }),
      listUntaken(world.home.db, { limit: 10 }),
    ]);
    assert.ok(drafts.some(({ fileName }) => fileName === 'good.csv'));
    if (why === 'harmless') assert.deepEqual(untaken, []);
    else assert.match(untaken.map(({ details }) => details).join('\n'), why);
    assert.deepEqual(mailbox.flagged(), [why !== 'harmless', false]);
    assert.ok(turn < mostMs, `${turn.toFixed(0)} ms`);
  });
}

for (const [name, content] of [
  ['nested quotations', blockquotes],
  ['nested parts', multiparts(5000)],
  [
    'a boundary that does not end',
    `Content-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\n'.repeat(300_000)}`,
  ],
  ['a head without end', `X: ${'a'.repeat(100_000)}\r\n\r\n`],
] as const) {
  test(`${name} at the bounce address: set aside, and the next report is read`, async () => {
    await using mailbox = await plainMailbox();
    await using world = await testWorld({
      FACEVALUE_BOUNCE_ADDRESS: 'bounces@facevalue.example',
      FACEVALUE_BOUNCE_IMAP_URL: mailbox.url,
    });
    const [shop, product] = [await world.client(), await world.product({ scheme: 'platform' })];
    await shop.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example' });
    await world.settle();
    await mailbox.receive(`From: mailer-daemon@elsewhere.example\r\n${content}`);
    await mailbox.receive(statusNotification({ to: world.mail.arrivals[0]?.from ?? '', action: 'failed' }));
    const turn = await longestTurnMs(() => world.settle());
    const { rows } = await world.home.db.query(`select report from deliveries where state = 'sent'`);
    assert.deepEqual(rows, [{ report: 'undelivered' }]);
    assert.deepEqual(mailbox.flagged(), [true, false]);
    assert.equal((await listMailsSetAside(world.home.db, { limit: 10 })).length, 1);
    assert.ok(turn < mostMs, `${turn.toFixed(0)} ms`);
  });
}

test('a mail whose reading breaks off is tried once more, then set aside', async () => {
  await using mailbox = await plainMailbox();
  await using world = await testWorld({ FACEVALUE_IMAP_URL: mailbox.url });
  const product = await world.product();
  await changeSenders(world.home.db, { add: { supplierId: product.supplierId, address: sender } });
  await mailbox.receive(goodMail);
  await mailbox.receive(goodMail.replaceAll('good', 'behind'));
  // The state left by a process that crashed twice on the first mail.
  const [first] = await world.home.db
    .query<{ name: string }>(
      `insert into mailbox_folders (name, uid_validity, last_uid, tried_mail, tries)
       values ('codes:INBOX', $1, 0, $1 || ':1', 2) returning name`,
      [mailbox.uidValidity],
    )
    .then(({ rows }) => rows);
  assert.ok(first !== undefined);
  await world.settle();
  const untaken = await listUntaken(world.home.db, { limit: 10 });
  assert.deepEqual(
    untaken.map(({ details }) => details),
    ['its reading broke off 2 times'],
  );
  assert.deepEqual(mailbox.flagged(), [true, false]);
  const drafts = await listDrafts(world.home.db, { all: true, limit: 10 });
  assert.deepEqual(
    drafts.map(({ fileName }) => fileName),
    ['behind.csv'],
  );
});
