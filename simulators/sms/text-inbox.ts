/** The demo's phones: texts as they arrive, part by part. */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../src/platform/time/clock.ts';

export type ProviderKind = 'smpp' | 'gateway';

/** A text as received by the demo's phone network: its parts, some of which may be missing, and its receipt. */
export interface ReceivedText {
  id: string;
  at: string;
  provider: ProviderKind;
  from: string;
  to: string;
  coding: 'GSM' | 'UCS-2';
  /** One entry per part; null until it arrives. */
  pieces: (string | null)[];
  receipt: 'none' | 'delivered' | 'undelivered';
}

export interface TextInbox {
  /** Adds one part of a text; `thread` identifies the text. */
  take(piece: NewPiece): ReceivedText;
  noteReceipt(id: string, receipt: ReceivedText['receipt']): void;
  /** Newest first. */
  newest(limit: number): ReceivedText[];
  count(): number;
}

export interface NewPiece extends Omit<ReceivedText, 'id' | 'at' | 'pieces' | 'receipt'> {
  text: string;
  /** From 1. */
  part: number;
  parts: number;
  thread: string;
}

const maxTexts = 1000;

/** Stores received texts; with a folder it survives a restart. */
export function createTextInbox({ folder, clock }: { folder: string | null; clock: Clock }): TextInbox {
  if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = folder === null ? null : join(folder, 'texts.jsonl');
  const texts = new Map<string, ReceivedText>(readTexts(file).map((text) => [text.id, text]));
  const threads = new Map<string, string>();
  let last = 0;

  function write(text: ReceivedText): void {
    texts.set(text.id, text);
    if (file !== null) appendFileSync(file, `${JSON.stringify(text)}\n`, { mode: 0o600 });
    for (const id of texts.keys()) {
      if (texts.size <= maxTexts) break;
      texts.delete(id);
    }
  }

  function nextId(): string {
    last = Math.max(last + 1, clock.now().getTime());
    return last.toString(36);
  }

  return {
    take({ text, part, parts, thread, ...piece }) {
      const known = texts.get(threads.get(thread) ?? '');
      // Reference numbers of long texts are reused: if a part is already present, a new text begins.
      const begun = known !== undefined && known.pieces[part - 1] === null ? known : null;
      const pieces = begun?.pieces ?? Array.from({ length: parts }, () => null);
      const whole: ReceivedText = {
        ...piece,
        id: begun?.id ?? nextId(),
        at: begun?.at ?? clock.now().toISOString(),
        pieces: pieces.with(part - 1, text),
        receipt: 'none',
      };
      threads.set(thread, whole.id);
      write(whole);
      return whole;
    },
    noteReceipt(id, receipt) {
      const text = texts.get(id);
      if (text !== undefined) write({ ...text, receipt });
    },
    newest: (limit) => [...texts.values()].toReversed().slice(0, limit),
    count: () => texts.size,
  };
}

/** The text as shown on a phone: the parts in order, with a gap for a missing one. */
export const wordsOf = ({ pieces }: ReceivedText): string => pieces.map((piece) => piece ?? ' … ').join('');

/** The file contains each state of a text; the last one counts. */
function readTexts(file: string | null): ReceivedText[] {
  if (file === null) return [];
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const states = lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as ReceivedText] : []));
    return [...new Map(states.map((text) => [text.id, text])).values()].slice(-maxTexts);
  } catch {
    // No file yet, or an incomplete one after a crash: the inbox starts empty.
    return [];
  }
}
