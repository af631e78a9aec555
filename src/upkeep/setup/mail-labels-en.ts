/** What the checks say of mail, in English. */
import { mailboxSettings, type MailCheckLabels } from './finding-text.ts';

const mailboxes = {
  codes: 'The mailbox for suppliers’ codes and answers',
  bounces: 'The mailbox for bounces',
} as const;

export const englishMailLabels: MailCheckLabels = {
  'mail-out-ok': ({ host, encrypted }) => ({
    says: `${host} takes our letters${encrypted ? ', over an encrypted connection' : ''}.`,
  }),
  'mail-out-unset': () => ({
    says: 'No mail server is set: no letter is sent.',
    todo: 'Set FACEVALUE_SMTP_URL and FACEVALUE_MAIL_FROM (docs/mail.md).',
  }),
  'mail-out-failed': ({ host, details }) => ({
    says: `${host} takes no letters: ${details}.`,
    todo: 'Check address, name and password in FACEVALUE_SMTP_URL; then facevalue mail try YOUR-ADDRESS.',
  }),
  'sender-example': ({ from }) => ({
    says: `The sender ${from} is an example.`,
    todo: 'Set FACEVALUE_MAIL_FROM with an address of your domain.',
  }),
  'mail-unsigned': () => ({
    says: 'Letters are not signed (DKIM): some mail services put them into spam.',
    todo: 'Set FACEVALUE_DKIM_DOMAIN, FACEVALUE_DKIM_SELECTOR and FACEVALUE_DKIM_KEY_FILE (docs/mail.md).',
  }),
  'mail-in-ok': ({ mailbox }) => ({ says: `${mailboxes[mailbox]} can be read.` }),
  'mail-in-cleared': ({ folder, days }) => ({
    says: `Mails whose codes are loaded or rejected move to the folder ${folder} and are deleted ${days} days after they came.`,
  }),
  'mail-in-left': ({ count, days }) => ({
    says: `Mails of suppliers that have waited for a person for more than ${days} days: ${count}. They may hold codes in plain text.`,
    todo: 'Load or reject the drafts, settle the replies (facevalue draft list --refused), and delete these mails from the mailbox.',
  }),
  'mail-in-unset': ({ mailbox }) => ({
    says: `${mailboxes[mailbox]} is not set.`,
    todo:
      mailbox === 'codes'
        ? 'If suppliers will send codes and answers by mail, set FACEVALUE_IMAP_URL.'
        : 'To learn of letters that did not arrive, set FACEVALUE_BOUNCE_ADDRESS and FACEVALUE_BOUNCE_IMAP_URL.',
  }),
  'mail-in-failed': ({ mailbox, why }) => ({
    says: `${mailboxes[mailbox]} can't be read: ${{ 'sign-in': 'name or password are wrong', 'no-folder': 'it has no such folder', 'not-reached': 'the server does not answer' }[why]}.`,
    todo: `Check ${mailboxSettings[mailbox]}.`,
  }),
};
