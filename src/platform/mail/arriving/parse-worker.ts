/** The thread that parses letters which arrive. */
import { MailParser, type AttachmentStream, type MessageText } from 'mailparser';
import { answerInThread } from '../../threads/thread-messages.ts';
import type { MailPart, MailParsing, ParseAsk } from './parse-mail.ts';
import type { MailReason } from './mail-reasons.ts';

/** Maximum number of parts, including nested ones; a mail with files has a handful. */
const maxParts = 200;
/** The beginning of the library's error message. */
const tooManyParts = 'Max allowed child nodes';
const maxPartHeadBytes = 64 * 1024;
/** An answer that a program understands is shorter. */
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

/** How deep mails may be attached within attached mails. */
const maxDepth = 3;

async function parse({ source, opensForwarded }: ParseAsk): Promise<MailParsing> {
  try {
    const { text, parts } = await partsOf(source);
    if (opensForwarded) await openForwarded(parts);
    return { is: 'parsed', mail: { text: text.slice(0, maxTextLength), parts } };
  } catch (problem) {
    return { is: 'broken', reason: reasonOf(problem) };
  }
}

/** A part as the library keeps it; one of text that is shown in the mail is no attachment to it, even if it has a file name. */
interface Node {
  contentType?: string;
  isAttachment?: boolean;
  textContent?: string;
  /** False if there is none: the library says so. */
  node: { filename?: string | false };
  children: Node[];
}

async function partsOf(source: Uint8Array): Promise<{ text: string; parts: MailPart[] }> {
  const parser = new MailParser(parsing);
  const parts: MailPart[] = [];
  let text = '';
  const ended = new Promise<void>((resolve, reject) => parser.once('end', resolve).once('error', reject));
  parser.on('data', (data: AttachmentStream | MessageText) => {
    if (data.type === 'text') text = data.text ?? '';
    else readPart(data, (part) => parts.push(part));
  });
  parser.end(Buffer.from(source));
  await ended;
  const { tree } = parser as unknown as { tree?: Node };
  return { text, parts: [...parts, ...namedTexts(tree === undefined ? [] : [tree])] };
}

function readPart(attachment: AttachmentStream, take: (part: MailPart) => void): void {
  const { contentType, filename, content } = attachment;
  const chunks: Buffer[] = [];
  content.on('data', (chunk: Buffer) => chunks.push(chunk));
  content.once('end', () => {
    take({
      type: contentType.toLowerCase(),
      fileName: filename || null,
      bytes: new Uint8Array(Buffer.concat(chunks)),
    });
    attachment.release();
  });
}

/** Some programs show a file of text within the mail: `Content-Disposition: inline; filename=codes.txt`. */
function namedTexts(nodes: Node[]): MailPart[] {
  return nodes.flatMap(({ contentType = '', isAttachment, textContent = '', node, children }) => {
    const fileName = node.filename || null;
    const part = { type: contentType, fileName, bytes: Buffer.from(textContent) };
    return [...(isAttachment === false && fileName !== null ? [part] : []), ...namedTexts(children)];
  });
}

/** Adds the files of forwarded mails behind those of the mail itself. */
async function openForwarded(parts: MailPart[]): Promise<void> {
  let level: MailPart[] = parts.filter(isMail);
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const opened: MailPart[] = [];
    for (const { bytes } of level) opened.push(...(await partsOf(bytes)).parts);
    if (parts.length + opened.length > maxParts) throw new Error(tooManyParts);
    parts.push(...opened);
    level = opened.filter(isMail);
  }
}

const isMail = ({ type }: MailPart): boolean => type === 'message/rfc822';

/** The library's messages may quote the mail; ours do not. */
function reasonOf(problem: unknown): MailReason {
  const message = problem instanceof Error ? problem.message : '';
  if (message.startsWith(tooManyParts)) return { is: 'too-many-parts', most: maxParts };
  if (message.startsWith('Max header size'))
    return { is: 'long-part-head', kilobytes: maxPartHeadBytes / 1024 };
  return { is: 'not-read' };
}

answerInThread(parse);
