import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { webhookSignature } from '../src/callbacks/call-receiver.ts';
import type { Clock } from '../src/platform/time/clock.ts';

/** The callback receivers of the demo's clients: store calls and answer as configured. */
export interface CallbackInbox {
  receive(clientId: number, headers: Record<string, string>, body: string): Promise<CallbackAnswer>;
  /** Newest first. */
  calls(clientId: number): ReceivedCall[];
  answer(clientId: number): CallbackAnswer;
  setAnswer(clientId: number, answer: CallbackAnswer): void;
}

export const callbackAnswers = ['ok', 'ok-newline', '500', 'slow', 'hang'] as const;
export type CallbackAnswer = (typeof callbackAnswers)[number];

export interface ReceivedCall {
  at: string;
  headers: Record<string, string>;
  body: string;
  signature: 'good' | 'wrong' | 'unknown';
  answered: CallbackAnswer;
}

export interface CallbackInboxOptions {
  folder: string;
  clock: Clock;
  /** The secret that signs this client's callbacks, if known. */
  secretOf: (clientId: number) => Promise<string | null>;
}

const maxCalls = 1000;
const maxInboxes = 200;

interface Inbox {
  calls: ReceivedCall[];
  answer: CallbackAnswer;
  /** Maximum number of lines in the file; it is truncated at twice that. */
  lines: number;
  writing: Promise<void>;
}

export function createCallbackInbox({ folder, clock, secretOf }: CallbackInboxOptions): CallbackInbox {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const inboxes = new Map<number, Inbox>();
  const fileOf = (clientId: number): string => join(folder, `${clientId}.jsonl`);

  function inboxOf(clientId: number): Inbox {
    const known = inboxes.get(clientId);
    if (known !== undefined) return known;
    const [oldest] = inboxes.keys();
    if (oldest !== undefined && inboxes.size >= maxInboxes) inboxes.delete(oldest);
    const calls = readCalls(fileOf(clientId));
    const inbox: Inbox = { calls, answer: 'ok', lines: calls.length, writing: Promise.resolve() };
    inboxes.set(clientId, inbox);
    return inbox;
  }

  function write(clientId: number, inbox: Inbox, call: ReceivedCall): void {
    inbox.lines += 1;
    if (inbox.lines > 2 * maxCalls) {
      inbox.lines = inbox.calls.length;
      const all = inbox.calls.map(lineOf).join('');
      inbox.writing = inbox.writing.then(() => writeFileSync(fileOf(clientId), all, { mode: 0o600 }));
    } else {
      inbox.writing = inbox.writing.then(() => appendFile(fileOf(clientId), lineOf(call), { mode: 0o600 }));
    }
    // The page uses memory only; a full disk loses only what a restart would have restored.
    inbox.writing = inbox.writing.catch(() => {});
  }

  return {
    async receive(clientId, headers, body) {
      const secret = await secretOf(clientId);
      const inbox = inboxOf(clientId);
      const at = clock.now().toISOString();
      const call = { at, headers, body, signature: check(secret, headers, body), answered: inbox.answer };
      inbox.calls.push(call);
      inbox.calls.splice(0, Math.max(0, inbox.calls.length - maxCalls));
      write(clientId, inbox, call);
      return inbox.answer;
    },
    calls: (clientId) => inboxOf(clientId).calls.toReversed(),
    answer: (clientId) => inboxOf(clientId).answer,
    setAnswer(clientId, answer) {
      inboxOf(clientId).answer = answer;
    },
  };
}

function check(
  secret: string | null,
  headers: Record<string, string>,
  body: string,
): ReceivedCall['signature'] {
  const messageId = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (secret === null || messageId === undefined || timestamp === undefined) return 'unknown';
  const expected = webhookSignature(secret, { messageId, timestamp, body });
  return headers['webhook-signature'] === expected ? 'good' : 'wrong';
}

const lineOf = (call: ReceivedCall): string => `${JSON.stringify(call)}\n`;

function readCalls(file: string): ReceivedCall[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .slice(-maxCalls - 1)
      .flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as ReceivedCall] : []));
  } catch {
    // No file yet, or an incomplete one after a crash: the inbox starts empty.
    return [];
  }
}
