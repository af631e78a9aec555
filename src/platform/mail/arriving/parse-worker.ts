/** The thread that parses letters which arrive. */
import { simpleParser } from 'mailparser';
import { answerInThread } from '../../threads/thread-messages.ts';
import type { MailParsing } from './parse-mail.ts';

/** Maximum number of parts, including nested ones; a mail with files has a handful. */
const maxParts = 200;
const maxPartHeadBytes = 64 * 1024;
/** No answer that a program understands is longer. */
const maxTextLength = 100_000;

const parsing = {
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  maxChildNodes: maxParts,
  maxHeadSize: maxPartHeadBytes,
};

async function parse(source: Uint8Array): Promise<MailParsing> {
  try {
    const { text = '', attachments } = await simpleParser(Buffer.from(source), parsing);
    const parts = attachments.map(({ contentType, filename, content }) => ({
      type: contentType.toLowerCase(),
      fileName: filename ?? null,
      bytes: new Uint8Array(content),
    }));
    return { is: 'parsed', mail: { text: text.slice(0, maxTextLength), parts } };
  } catch (problem) {
    return { is: 'broken', why: whyBroken(problem) };
  }
}

/** The library's messages may quote the mail; ours do not. */
function whyBroken(problem: unknown): string {
  const message = problem instanceof Error ? problem.message : '';
  if (message.startsWith('Max allowed child nodes')) return `the mail has more than ${maxParts} parts`;
  if (message.startsWith('Max header size'))
    return `a part has a head of more than ${maxPartHeadBytes / 1024} kB`;
  return 'the mail can not be read';
}

answerInThread(parse);
