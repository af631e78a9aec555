import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openMail } from '../../seeds/open-mail.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { smtpSettings } from '../support/smtp-settings.ts';
import { testWorld } from '../support/test-world.ts';

test('in the demo a letter to lost@… comes back and ends as bounced; others arrive', async () => {
  await using stack = new AsyncDisposableStack();
  const dataFolder = mkdtempSync(join(tmpdir(), 'facevalue-post-'));
  stack.defer(() => rmSync(dataFolder, { recursive: true }));
  const none = {
    mailbox: { url: '', address: '', doneFolder: 'Facevalue', keepDays: 14, authservId: '', dnsServers: [] },
    bounceMailbox: { url: '' },
    operatorMail: '',
  };
  const post = await openMail({ dataFolder, smtp: smtpSettings(''), ...none }, systemClock);
  stack.defer(() => post.close());
  const { smtp, bounceMailbox } = post.settings;
  const world = stack.use(
    await testWorld({
      FACEVALUE_SMTP_URL: smtp.url,
      FACEVALUE_BOUNCE_ADDRESS: smtp.bounceAddress,
      FACEVALUE_BOUNCE_IMAP_URL: bounceMailbox.url,
    }),
  );
  const [shop, product] = [await world.client(), await world.product({ scheme: 'platform' })];
  for (const name of ['lost', 'anna']) {
    await shop.makeOrder({ product_id: product.id, face: 500, email_to: `${name}@mail.example` });
  }
  await world.settle();
  const { rows } = await world.home.db.query(
    `select address, state, report, report_details from deliveries order by request_id`,
  );
  assert.deepEqual(rows, [
    {
      address: 'lost@mail.example',
      state: 'sent',
      report: 'undelivered',
      report_details: '5.1.1 550 5.1.1 … no such mailbox',
    },
    { address: 'anna@mail.example', state: 'sent', report: null, report_details: '' },
  ]);
  assert.deepEqual(
    (await post.inbox.newest(10)).map(({ to }) => to),
    ['anna@mail.example'],
  );
});
