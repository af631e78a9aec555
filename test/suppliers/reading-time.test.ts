import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dkimRecord } from '../../src/platform/mail/dkim-record.ts';
import { listDrafts, listUntaken } from '../../src/suppliers/mail/drafts.ts';
import { changeSenders } from '../../src/suppliers/mail/senders.ts';
import { dnsServer } from '../support/dns-server.ts';
import { imapServer } from '../support/imap-server.ts';
import { testDkim } from '../support/signed-mail.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const sender = 'warehouse@supplier.example';
const dkim = testDkim('supplier.example');
const { name, value } = dkimRecord(dkim);
const signed = {
  dkim: {
    domainName: dkim.domain,
    keySelector: dkim.selector,
    privateKey: dkim.key.export({ type: 'pkcs8', format: 'pem' }),
  },
};
const sheet = (file: string) => ({
  from: sender,
  to: 'codes@facevalue.example',
  text: 'codes',
  attachments: [{ filename: `${file}.csv`, content: `Номер;Номинал\n${file};500\n` }],
});

/** As if mails with the supplier's address had been read for so long. */
const wasRead = (world: TestWorld, supplierId: number, ms: number, proven: boolean) =>
  world.home.db.query(
    `insert into mails (message_id, content_hash, sender, subject, received_at, read_at, supplier_id, is_proven, read_ms)
     values ('', $1, '', '', $2, $2, $3, $4, $5)`,
    [Buffer.alloc(32), world.clock.now(), supplierId, proven, ms],
  );

test('mails that anybody may have sent use up their time, and none of the true sender’s', async () => {
  await using mailboxes = new AsyncDisposableStack();
  const mailbox = mailboxes.adopt(await imapServer(), (one) => one.close());
  await using dns = await dnsServer({ [name]: value });
  await using world = await testWorld({
    FACEVALUE_IMAP_URL: mailbox.url,
    FACEVALUE_DNS_SERVERS: dns.address,
  });
  const { supplierId } = await world.product();
  await changeSenders(world.home.db, { add: { supplierId, address: sender } });
  await mailbox.receive(sheet('before'));
  await world.settle();
  await wasRead(world, supplierId, 60_000, false);
  await mailbox.receive(sheet('forged'));
  await mailbox.receive({ ...sheet('true'), ...signed });
  await world.settle();
  const names = async () =>
    (await listDrafts(world.home.db, { all: true, limit: 10 })).map(({ fileName }) => fileName);
  assert.deepEqual(await names(), ['true.csv', 'before.csv']);
  const [refused, ...others] = await listUntaken(world.home.db, { limit: 10 });
  assert.match(refused?.details ?? '', /took too long to read in the last hour/);
  assert.equal(refused?.supplierId, supplierId);
  assert.deepEqual(others, []);
  // An hour later there is time again.
  world.clock.forward('61 min');
  await mailbox.receive(sheet('later'));
  await world.settle();
  assert.deepEqual(await names(), ['later.csv', 'true.csv', 'before.csv']);
});

test('what is read of a mail is counted for its supplier and by its proof', async () => {
  await using mailboxes = new AsyncDisposableStack();
  const mailbox = mailboxes.adopt(await imapServer(), (one) => one.close());
  await using dns = await dnsServer({ [name]: value });
  await using world = await testWorld({
    FACEVALUE_IMAP_URL: mailbox.url,
    FACEVALUE_DNS_SERVERS: dns.address,
  });
  const { supplierId } = await world.product();
  await changeSenders(world.home.db, { add: { supplierId, address: sender } });
  await mailbox.receive(sheet('unsigned'));
  await mailbox.receive({ ...sheet('signed'), ...signed });
  await world.settle();
  const { rows } = await world.home.db.query<{ supplierId: number; proven: boolean; counted: boolean }>(
    `select supplier_id as "supplierId", is_proven as proven, read_ms > 0 as counted from mails order by id`,
  );
  assert.deepEqual(rows, [
    { supplierId, proven: false, counted: true },
    { supplierId, proven: true, counted: true },
  ]);
});
