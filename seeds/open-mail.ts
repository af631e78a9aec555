import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startImapServer } from '../simulators/mailbox/imap-server.ts';
import { openMailFolder, type MailFolder } from '../simulators/mailbox/mail-folder.ts';
import { startMailInbox, type MailInbox } from '../simulators/mail-inbox.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { Config } from '../src/platform/config.ts';
import { mailboxAddress, operatorAddress } from './demo-addresses.ts';

/** The post of the demo world: where letters arrive, and the platform's mailbox with its IMAP server. */
export interface DemoMail {
  inbox: MailInbox;
  mailbox: MailFolder;
  /** The settings, with what they leave open filled in. */
  settings: Pick<Config, 'smtp' | 'mailbox' | 'operatorMail'>;
  close(): Promise<void>;
}

const user = 'codes';
const passwordBytes = 16;

export async function openMail(
  config: Pick<Config, 'dataFolder' | 'smtp' | 'mailbox' | 'operatorMail'>,
  clock: Clock,
): Promise<DemoMail> {
  const mailbox = await openMailFolder(join(config.dataFolder, 'mailbox'), clock);
  const password = randomBytes(passwordBytes).toString('base64url');
  const imap = await startImapServer({ folder: mailbox, user, password });
  const inbox = await startMailInbox({
    folder: join(config.dataFolder, 'letters'),
    mailbox: { address: mailboxAddress, keep: (source) => mailbox.add(source) },
    clock,
  });
  const own = { url: imap.url, address: mailboxAddress };
  return {
    inbox,
    mailbox,
    settings: {
      smtp: { ...config.smtp, url: config.smtp.url || inbox.url },
      mailbox: config.mailbox.url === '' ? own : config.mailbox,
      operatorMail: config.operatorMail || operatorAddress,
    },
    async close() {
      await inbox.close();
      await imap.close();
    },
  };
}
