import assert from 'node:assert/strict';
import { describe, test, before, after } from 'node:test';
import { changeSenders } from '../../../src/suppliers/mail/senders.ts';
import { imapServer, type TestMailbox } from '../../support/imap-server.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { mailSamples } from './samples.ts';

describe('mails to the mailbox of codes', () => {
  let mailbox: TestMailbox;
  let world: TestWorld;
  before(async () => {
    mailbox = await imapServer();
    world = await testWorld({ FACEVALUE_IMAP_URL: mailbox.url });
    const { supplierId } = await world.product();
    await changeSenders(world.ctx.db, { add: { supplierId, address: 'warehouse@mill.example' } });
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
    await mailbox.close();
  });

  for (const [index, { name, source, input, right }] of mailSamples.entries())
    test(`${name} (${source})`, async () => {
      // The same codes in the same file would be recognised, the mail too.
      const raw = input
        .replaceAll('MILL-', `MILL-${index}-`)
        .replace('Subject: codes', `Subject: codes ${index}`);
      await mailbox.receive(Buffer.from(Buffer.from(raw).toString('latin1'), 'latin1'));
      await world.settle();
      const { rows } = await world.ctx.db.query<{ decision: string; file_name: string; details: string }>(
        `select decision, file_name, details from mail_decisions
         where mail_id = (select max(id) from mails) order by part`,
      );
      const told = rows.map(({ decision, file_name, details }) =>
        decision === 'draft' ? `draft ${file_name}` : `${decision}: ${details}`,
      );
      assert.deepEqual(told, right);
    });
});
