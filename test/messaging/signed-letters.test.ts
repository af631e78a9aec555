import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { simpleParser } from 'mailparser';
import { activationWorld, employee } from '../suppliers/activation/activation-world.ts';
import { signaturesOf, testDkim } from '../support/signed-mail.ts';

test('gifts, activation letters and alerts are signed and aligned with the visible sender', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-dkim-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const dkim = testDkim();
  const keyFile = join(folder, 'dkim.pem');
  writeFileSync(keyFile, dkim.key.export({ type: 'pkcs8', format: 'pem' }));
  await using place = await activationWorld(
    { deliverBeforeActivation: true, lowStock: 20 },
    {
      FACEVALUE_MAIL_FROM: 'Подарки и точка <gifts@mail.facevalue.example>',
      FACEVALUE_DKIM_DOMAIN: dkim.domain,
      FACEVALUE_DKIM_SELECTOR: dkim.selector,
      FACEVALUE_DKIM_KEY_FILE: keyFile,
      FACEVALUE_BOUNCE_ADDRESS: 'bounces@facevalue.example',
      FACEVALUE_OPERATOR_MAIL: 'operator@facevalue.example',
    },
  );
  const { world } = place;
  await place.sell(1);
  world.clock.forward('49 h');
  await world.settle();

  const letters = world.mail.arrivals;
  assert.deepEqual(
    [...new Set(letters.flatMap(({ to }) => to))].toSorted(),
    [employee, 'anna+0@mail.example', 'codes@supplier.example', 'operator@facevalue.example'].toSorted(),
  );
  for (const { raw, to } of letters) {
    const [signature, ...more] = await signaturesOf(raw, dkim);
    assert.deepEqual(
      [signature?.result, signature?.domain, signature?.aligned, more.length],
      ['pass', 'facevalue.example', true, 0],
      to.join(),
    );
    const letter = await simpleParser(raw);
    assert.equal(letter.headers.get('auto-submitted'), 'auto-generated');
    assert.equal(letter.from?.text, '"Подарки и точка" <gifts@mail.facevalue.example>');
  }
  const [gift, ...others] = letters.filter(({ from }) => from.startsWith('bounces+'));
  assert.deepEqual(
    [gift?.to, others],
    [['anna+0@mail.example'], []],
    'only gifts are reported to the mailbox',
  );
});
