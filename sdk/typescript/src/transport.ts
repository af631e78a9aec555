/** One signed request and its answer; nothing is repeated here. */
import type { FieldProblem } from './errors.ts';
import { sign } from './sign.ts';

/** The largest answer, a page of 500 lines or a PDF, is far below. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface Access {
  /** Address of the installation, for instance `https://gifts.example`. */
  baseUrl: string;
  /** The client's identifier. */
  id: number | string;
  secret: string;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
}

export type Answer =
  | { is: 'ok'; data: unknown }
  | { is: 'error'; code: number; text: string; requestId: string | null; problems: FieldProblem[] }
  | { is: 'none'; why: string; cause?: unknown };

export async function send(access: Access, cmd: string, data: string): Promise<Answer> {
  if (!/^https?:\/\/[^/]/i.test(access.baseUrl))
    return { is: 'none', why: `the address "${access.baseUrl}" does not begin with https:// or http://` };
  const query = new URLSearchParams({
    cmd,
    id: String(access.id),
    in: 'json',
    out: 'json',
    sig: sign(cmd, data, access.secret),
  });
  try {
    const response = await access.fetch(`${access.baseUrl.replace(/(?<!\/)\/+$/, '')}/?${query.toString()}`, {
      method: 'POST',
      body: new URLSearchParams({ data }),
      redirect: 'error',
      signal: AbortSignal.timeout(access.timeoutMs),
    });
    return answerOf(response, await bodyOf(response));
  } catch (cause) {
    return { is: 'none', why: reasonOf(cause), cause };
  }
}

/** `fetch` itself says no more than "fetch failed"; its causes say why. Of several addresses of a host the first is told. */
function reasonOf(error: unknown): string {
  const messages = new Set<string>();
  for (let one = error; one instanceof Error; one = one instanceof AggregateError ? one.errors[0] : one.cause)
    if (one.message !== '') messages.add(one.message);
  return [...messages].join(': ') || String(error);
}

async function bodyOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Whatever is no envelope comes from something before the platform, a proxy for instance. */
function answerOf(response: Response, body: string): Answer {
  const envelope = parse(body);
  if (envelope?.status === 'ok' && typeof envelope.data === 'object' && envelope.data !== null)
    return { is: 'ok', data: envelope.data };
  const { code, text, fields } = envelope?.error ?? {};
  if (envelope?.status === 'error' && typeof code === 'number' && typeof text === 'string')
    return {
      is: 'error',
      code,
      text,
      requestId: response.headers.get('x-request-id'),
      problems: problemsIn(fields),
    };
  return { is: 'none', why: `HTTP ${response.status} without an envelope` };
}

interface Envelope {
  status?: unknown;
  data?: unknown;
  error?: { code?: unknown; text?: unknown; fields?: unknown };
}

/** Older platforms send none. */
const problemsIn = (fields: unknown): FieldProblem[] =>
  Array.isArray(fields) ? fields.filter((one) => typeof one?.field === 'string') : [];

function parse(body: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
