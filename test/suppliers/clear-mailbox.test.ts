import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImapFlow } from 'imapflow';
import { fromShell } from '../../src/people/access/principal.ts';
import { rejectDraft } from '../../src/suppliers/mail/reject-draft.ts';
import { listDrafts } from '../../src/suppliers/mail/drafts.ts';
import { changeSenders } from '../../src/suppliers/mail/senders.ts';
import { imapServer } from '../support/imap-server.ts';
import { testWorld } from '../support/test-world.ts';

const sender = 'warehouse@mill.example';
const mailOf = (name: string, content: string) => ({
  from: sender,
  to: 'codes@facevalue.example',
  subject: name,
  text: 'Коды',
  attachments: [{ filename: `${name}.csv`, content }],
});

/** Subjects of the mails in a folder. */
async function mailsIn(url: string, folder: string): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const auth = { user: 'testuser', pass: 'testpass' };
  const client = new ImapFlow({ host: hostname, port: Number(port), secure: false, auth, logger: false });
  await client.connect();
  const lock = await client.getMailboxLock(folder);
  try {
    const found: string[] = [];
    for await (const { envelope } of client.fetch('1:*', { envelope: true }))
      found.push(envelope?.subject ?? '');
    return found;
  } catch {
    return [];
  } finally {
    lock.release();
    await client.logout();
  }
}

test('mails leave the mailbox once their drafts are decided, and are deleted in time', async () => {
  const mailbox = await imapServer();
  await using world = await testWorld({ FACEVALUE_IMAP_URL: mailbox.url });
  try {
    const { ctx } = world;
    const { supplierId } = await world.product();
    await changeSenders(ctx.db, { add: { supplierId, address: sender } });
    await mailbox.receive(mailOf('first', 'Номер;Номинал\nMILL-1;500\n'));
    await mailbox.receive(mailOf('second', 'Номер;Номинал\nMILL-2;500\n'));
    await mailbox.receive({ ...mailOf('refused', ''), attachments: [] });
    await world.settle();
    assert.deepEqual(
      await mailsIn(mailbox.url, 'INBOX'),
      ['first', 'second', 'refused'],
      'a person decides first',
    );

    const [draft] = (await listDrafts(ctx.db, { all: false, limit: 10 })).filter(
      ({ fileName }) => fileName === 'first.csv',
    );
    assert.ok(draft !== undefined);
    const reject = { draftId: draft.draftId, note: 'wrong' };
    assert.equal(await rejectDraft(ctx.db, ctx.keyring, fromShell, reject, ctx.clock.now()), 'rejected');
    await mailbox.receive(mailOf('first again', 'Номер;Номинал\nMILL-1;500\n'));
    await world.settle();
    assert.deepEqual(await mailsIn(mailbox.url, 'INBOX'), ['second', 'refused']);
    assert.deepEqual(await mailsIn(mailbox.url, 'Facevalue'), ['first', 'first again']);
    const sealed = async (): Promise<number> =>
      (await ctx.db.query(`select from pool_drafts where sealed_file is not null`)).rowCount ?? 0;
    assert.equal(await sealed(), 2, 'the file of a rejected draft stays as long as its mail');

    // The server dates mails by the real time, which the clock of this world may be behind.
    world.clock.forward('4000 d');
    await world.settle();
    assert.deepEqual(await mailsIn(mailbox.url, 'Facevalue'), []);
    assert.deepEqual(await mailsIn(mailbox.url, 'INBOX'), ['second', 'refused']);
    assert.equal(await sealed(), 1);
  } finally {
    await mailbox.close();
  }
});
