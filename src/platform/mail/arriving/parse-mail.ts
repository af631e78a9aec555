import { ThreadProblem, workerThreads } from '../../threads/worker-threads.ts';
import type { MailReason } from './mail-reasons.ts';

/** Text and attachments of a mail. HTML is never converted to text: a mail without plain text has none. */
export interface ParsedMail {
  text: string;
  parts: MailPart[];
}

export interface MailPart {
  /** `message/delivery-status`, in lower case. */
  type: string;
  fileName: string | null;
  bytes: Uint8Array;
}

export type MailParsing = { is: 'parsed'; mail: ParsedMail } | { is: 'broken'; reason: MailReason };

export interface ParseAsk {
  source: Uint8Array;
  /** Whether files of mails that were forwarded as attachments count as files of this one. */
  opensForwarded: boolean;
}

/** A mail of 40 MB takes about two seconds. */
const limits = { megabytes: 512, timeoutMs: 20_000, maxUnderWay: 100 };
const thread = workerThreads<ParseAsk, MailParsing>(new URL('./parse-worker.ts', import.meta.url), limits);

/** Parses a mail in a worker thread with limits of time and memory. */
export async function parseMail(source: Buffer, { opensForwarded = false } = {}): Promise<MailParsing> {
  try {
    return await thread.run(() => ({ source: new Uint8Array(source), opensForwarded }));
  } catch (problem) {
    if (!(problem instanceof ThreadProblem)) throw problem;
    return { is: 'broken', reason: { is: 'no-end', problem: problem.message } };
  }
}
