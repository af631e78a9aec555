import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSmppPeer } from '../../../simulators/sms/smpp-peer.ts';
import { createTextInbox } from '../../../simulators/sms/text-inbox.ts';
import { setMailAside } from '../../../src/messaging/bounces/mails-set-aside.ts';
import { operator } from '../../../src/people/access/party.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld } from '../../support/test-world.ts';

const letter = (by: Visitor, email: string) => by.post('/o/mail/letter', { email });
const text = (by: Visitor, phone: string) => by.post('/o/mail/text', { phone });

test('an administrator tries a letter and a text; who writes to recipients sees what nobody understood', async () => {
  const inbox = createTextInbox({ folder: null, clock: { now: () => new Date() } });
  const peer = await startSmppPeer({ inbox });
  try {
    await using world = await testWorld({ FACEVALUE_SMS_PRIMARY: peer.url });
    const now = world.clock.now();
    const mail = {
      receivedAt: now,
      messageId: 'm-1@far.example',
      sender: 'daemon@far.example',
      reason: { is: 'no-report' } as const,
    };
    await transaction(world.ctx.db, (tx) => setMailAside(tx, mail, now));
    const [admin, support, finance] = [
      await visitor(world, operator, 'admin'),
      await visitor(world, operator, 'support'),
      await visitor(world, operator, 'finance'),
    ];
    const shown = await support.get('/o/mail');
    assert.match(shown.body, /daemon@far\.example/);
    assert.match(shown.body, /FACEVALUE_DKIM_DOMAIN is not set/);
    assert.doesNotMatch(shown.body, /<form method="post" action="\/o\/mail/);
    assert.equal((await finance.get('/o/mail')).statusCode, 404);

    // Beside the invitations.
    const trials = () => world.mail.letters.filter(({ subject }) => /trial of mail/.test(subject ?? ''));
    assert.equal((await letter(support, 'me@ops.example')).statusCode, 404);
    assert.equal((await letter(admin, 'nobody')).statusCode, 422);
    assert.equal((await text(admin, '900123456')).statusCode, 422);
    assert.equal(trials().length + inbox.count(), 0);

    assert.equal((await letter(admin, 'me@ops.example')).statusCode, 303);
    assert.match((await admin.get('/o/mail')).body, /The mail server took the letter/);
    assert.equal(trials().length, 1);
    assert.equal((await text(admin, '79001234567')).statusCode, 303);
    assert.match((await admin.get('/o/mail')).body, /took the text, in parts: 1/);
    assert.equal(inbox.count(), 1);
    peer.mode.set('bad-number');
    await text(admin, '79001234567');
    assert.match((await admin.get('/o/mail')).body, /Not sent: .*ESME_RINVDSTADR/);

    for (let count = 3; count < 6; count += 1) await letter(admin, 'me@ops.example');
    const sent = trials().length;
    await letter(admin, 'me@ops.example');
    assert.match((await admin.get('/o/mail')).body, /Too many attempts/);
    assert.equal(trials().length, sent);
    const { rows } = await world.ctx.db.query(`select * from audit where act = 'messages.tried'`);
    assert.equal(rows.length, 6);
    assert.doesNotMatch(JSON.stringify(rows), /me@ops|79001234567/);
  } finally {
    await peer.close();
  }
});

test('what is not configured is said', async () => {
  await using world = await testWorld();
  const admin = await visitor(world, operator, 'admin');
  const answer = await text(admin, '79001234567');
  assert.equal(answer.statusCode, 422);
  assert.match(answer.body, /No SMS provider is configured/);
});
