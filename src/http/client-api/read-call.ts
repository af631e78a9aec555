import { malformed, type WireError } from './errors.ts';
import { describePairsProblem, readPairs, utf8Text } from './pairs.ts';

/** A request of the client API before authentication. Parameters that were not given are `''`. */
export interface ApiCall {
  cmd: string;
  id: string;
  in: string;
  sig: string;
  /** Decoded text, exactly as it was sent: the signature covers it. */
  data: string;
  /** Whether the address contains no `data`: it came in the body of a POST, or there is none. */
  dataPosted: boolean;
}

export type CallReading = { is: 'call'; call: ApiCall } | { is: 'malformed'; error: WireError };

/** `out` and `v` have no effect: every answer is JSON. Other parameters are ignored. */
const names = ['cmd', 'id', 'in', 'sig', 'data'] as const;
type Name = (typeof names)[number];

/** Names that may occur both in the query and in the body, if the values are equal. */
const isOurs = (name: string): name is Name => (names as readonly string[]).includes(name);

/** Reads the parameters from the raw address and, for a POST, from the body's bytes. */
export function readCall(url: string, body: Uint8Array | null): CallReading {
  const query = readPlace(queryText(url));
  if ('error' in query) return { is: 'malformed', error: query.error };
  if (body === null || body.length === 0) return { is: 'call', call: callOf(query, {}, body !== null) };
  const form = readPlace(utf8Text(body));
  if ('error' in form) return { is: 'malformed', error: form.error };
  for (const name of names) {
    if (query[name] && form[name] && query[name] !== form[name]) return refusal(`two values of ${name}`);
  }
  return { is: 'call', call: callOf(query, form, true) };
}

type Parameters = Partial<Record<Name, string>>;

const callOf = (query: Parameters, form: Parameters, posted: boolean): ApiCall => ({
  cmd: query.cmd || form.cmd || '',
  id: query.id || form.id || '',
  in: query.in || form.in || '',
  sig: query.sig || form.sig || '',
  data: query.data || form.data || '',
  dataPosted: posted && !query.data,
});

function refusal(problem: string): { is: 'malformed'; error: WireError } {
  return { is: 'malformed', error: malformed(problem) };
}

/** Node reads the address byte by byte; some clients send raw UTF-8 in it. */
function queryText(url: string): string | null {
  const start = url.indexOf('?');
  const hash = url.indexOf('#', start);
  const query = start === -1 ? '' : url.slice(start + 1, hash === -1 ? undefined : hash);
  return /[\x80-\xff]/.test(query) ? utf8Text(Buffer.from(query, 'latin1')) : query;
}

function readPlace(text: string | null): Parameters | { error: WireError } {
  if (text === null) return { error: malformed('not UTF-8') };
  const pairs = readPairs(text);
  if (!Array.isArray(pairs)) return { error: malformed(describePairsProblem(pairs)) };
  const found: Parameters = {};
  for (const [name, value] of pairs) {
    if (!isOurs(name)) continue;
    if (found[name] !== undefined) return { error: malformed(`repeated parameter ${name}`) };
    found[name] = value;
  }
  return found;
}
