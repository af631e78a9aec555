import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startImapServer } from '../simulators/mailbox/imap-server.ts';
import { openMailFolder, type MailFolder } from '../simulators/mailbox/mail-folder.ts';
import { startMailInbox, type MailInbox } from '../simulators/mail-inbox.ts';
import { returnedLetter } from '../simulators/returned-letter.ts';
import type { Clock } from '../src/platform/time/clock.ts';
import type { Config } from '../src/platform/settings/config.ts';
import { bounceAddress, mailboxAddress, operatorAddress } from './demo-addresses.ts';

/** Mail of the demo: the inbox for letters, and the platform's mailboxes with their IMAP servers. */
export interface DemoMail {
  inbox: MailInbox;
  mailbox: MailFolder;
  /** The settings, with missing ones filled in. */
  settings: Pick<Config, 'smtp' | 'mailbox' | 'bounceMailbox' | 'operatorMail'>;
  close(): Promise<void>;
}

const passwordBytes = 16;

export async function openMail(
  config: Pick<Config, 'dataFolder' | 'smtp' | 'mailbox' | 'bounceMailbox' | 'operatorMail'>,
  clock: Clock,
): Promise<DemoMail> {
  const [codes, bounces] = [
    await openBox(join(config.dataFolder, 'mailbox'), 'codes', clock),
    await openBox(join(config.dataFolder, 'bounces'), 'bounces', clock),
  ];
  const inbox = await startMailInbox({
    folder: join(config.dataFolder, 'letters'),
    mailbox: { address: mailboxAddress, keep: (source) => codes.folder.add(source) },
    onLost: (letter) => bounces.folder.add(returnedLetter(letter, clock.now())),
    clock,
  });
  return {
    inbox,
    mailbox: codes.folder,
    settings: {
      // An external mail server does not know the mailbox here.
      ...(config.smtp.url === ''
        ? {
            smtp: { ...config.smtp, url: inbox.url, bounceAddress },
            bounceMailbox: { url: bounces.url },
          }
        : { smtp: config.smtp, bounceMailbox: config.bounceMailbox }),
      mailbox:
        config.mailbox.url === ''
          ? {
              ...config.mailbox,
              doneFolder: '',
              url: codes.url,
              address: mailboxAddress,
              authservId: '',
              dnsServers: [nobody],
            }
          : config.mailbox,
      operatorMail: config.operatorMail || operatorAddress,
    },
    async close() {
      await inbox.close();
      await Promise.all([codes.close(), bounces.close()]);
    },
  };
}

/** The demo's suppliers have no domains, and real name servers must not be queried for them. */
const nobody = '127.0.0.1:9';

/** A mailbox behind its own IMAP server. */
async function openBox(path: string, user: string, clock: Clock) {
  const folder = await openMailFolder(path, clock);
  const password = randomBytes(passwordBytes).toString('base64url');
  return { folder, ...(await startImapServer({ folder, user, password })) };
}
