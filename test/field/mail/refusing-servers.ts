/** What mail servers say to a letter whose recipient they refuse, by command; null: nothing, for ever. */
import type { MailOutcome } from '../../../src/platform/mail/mailer.ts';
import type { FieldSample } from '../field-sample.ts';

export interface Saying {
  mail?: string;
  recipient: string;
  /** Absent: it closes the connection. */
  data?: string | null;
  /** To the end of the letter. */
  end?: string | null;
  /** Whether it names PIPELINING. */
  pipelining?: boolean;
}

const refused: MailOutcome = { is: 'refused', reason: { is: 'answer', status: '550 5.1.1' } };
const unknown = '550 5.1.1 no such mailbox';

export const refusingServers: FieldSample<Saying, MailOutcome>[] = [
  {
    name: 'it takes DATA and never answers',
    source: 'haraka/Haraka#538',
    input: { recipient: unknown, data: '354 go on', end: null },
    right: refused,
  },
  {
    name: 'it never answers DATA',
    source: 'swiftmailer/swiftmailer#1143',
    input: { recipient: unknown, data: null },
    right: refused,
  },
  {
    name: 'it takes DATA and an empty letter',
    source: 'RFC 2920',
    input: { recipient: unknown, data: '354 go on', end: '250 2.0.0 taken' },
    right: refused,
  },
  {
    name: 'it refuses DATA too',
    source: 'haraka/Haraka#538',
    input: { recipient: unknown, data: '503 RCPT required first' },
    right: refused,
  },
  {
    name: 'full mailbox, DATA without an answer',
    source: 'own',
    input: { recipient: '452 4.2.2 mailbox full', data: '354 go on', end: null },
    right: { is: 'failed', reason: { is: 'answer', status: '452 4.2.2' } },
  },
  {
    name: 'it refuses the sender and takes DATA',
    source: 'own',
    input: { mail: '550 5.7.1 not you', recipient: '503 5.5.1 no sender', data: '354 go on', end: null },
    right: { is: 'failed', reason: { is: 'answer', status: '550 5.7.1' } },
  },
  {
    name: 'without PIPELINING',
    source: 'own',
    input: { recipient: unknown, pipelining: false, data: '354 go on', end: null },
    right: refused,
  },
];
