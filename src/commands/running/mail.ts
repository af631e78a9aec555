import { addressHint } from '../shell/address-hint.ts';
import type { Command } from 'commander';
import { listMailsSetAside } from '../../messaging/bounces/mails-set-aside.ts';
import { trialLetter } from '../../messaging/letters/trial-letter.ts';
import { readSettings } from '../../platform/settings/config.ts';
import { dkimRecord } from '../../platform/mail/dkim-record.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';
import { sendReasons } from '../../platform/mail/send-reasons.ts';

/** `mail`: test letter, bounces set aside, DKIM record. */
export function register(program: Command): void {
  const mail = program.command('mail').description('Letters and the records that they need in DNS.');
  mail
    .command('dkim-record')
    .description('The DNS record to publish, so that receivers can verify the signatures of letters.')
    .option(...jsonOption)
    .action(printDkimRecord);
  mail
    .command('try')
    .description(
      'Send a test letter through the configured mail server, signed and encrypted like all letters.',
    )
    .argument('<address>', 'for example anna@mail.example')
    .option(...jsonOption)
    .action(tryLetter);
  mail
    .command('set-aside')
    .description(
      'Mails to the bounce address that match no letter or could not be read; they are flagged in the mailbox.',
    )
    .option(...jsonOption)
    .action(listSetAside);
}

const maxListed = 200;

async function listSetAside(options: OutputOptions): Promise<void> {
  const mails = await withWorld(({ db }) => listMailsSetAside(db, { limit: maxListed }));
  const json = mails.map((mail) => ({
    received_at: mail.receivedAt,
    sender: mail.sender,
    message_id: mail.messageId,
    why: mail.why,
  }));
  answer(options, { set_aside: json }, () =>
    table(
      ['CAME', 'FROM', 'MESSAGE-ID', 'WHY'],
      mails.map((mail) => [moscowDateTime(mail.receivedAt), mail.sender, mail.messageId, mail.why]),
    ),
  );
}

function printDkimRecord(options: OutputOptions): void {
  const { dkim } = readSettings().smtp;
  if (dkim === null) {
    throw new Refusal('Letters are not signed: FACEVALUE_DKIM_DOMAIN is not set (see docs/mail.md).');
  }
  const record = dkimRecord(dkim);
  const { name, value, zoneLine } = record;
  answer(options, { name, type: 'TXT', value, zone_line: zoneLine }, () =>
    [`Name   ${name}`, 'Type   TXT', `Value  ${value}`, '', 'In a zone file:', zoneLine].join('\n'),
  );
}

async function tryLetter(address: string, options: OutputOptions): Promise<void> {
  if (!isEmailAddress(address))
    throw new Misuse(`${address} is no address such as anna@mail.example.${addressHint(address)}`);
  const { smtp } = readSettings();
  if (smtp.url === '') throw new Refusal('FACEVALUE_SMTP_URL is not set (see docs/mail.md).');
  const mailer = createMailer(smtp);
  const outcome = await mailer.send(trialLetter(smtp.from, address));
  await mailer.close();
  if (outcome.is !== 'sent') {
    throw new Refusal(`The letter was not sent: ${sendReasons.text(outcome.reason, 'en')}.`, {
      outcome: outcome.is,
    });
  }
  const { host } = new URL(smtp.url);
  const signer = smtp.dkim === null ? null : smtp.dkim.domain;
  answer(options, { outcome: outcome.is, server: host, tls: smtp.tls, signed_by: signer }, () =>
    [
      `Taken by ${host}.`,
      signer === null
        ? 'It is not signed (DKIM).'
        : `It is signed by ${signer}: the headers that arrive say dkim=pass.`,
    ].join(' '),
  );
}
