import { createHash } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { checkedAddresses, lookupBy, resolveByNameServers, resolveBySystem } from './checked-lookup.ts';
import type { HttpCall, HttpOutcome, HttpPurpose, ClientCertificate } from './http-call.ts';
import { problemOf, timeUp, tooLong, type HttpProblem } from './http-problem.ts';
import { keptConnections, type Addresses } from './kept-connections.ts';
import { isPublicAddress, literalOf } from './outbound-address.ts';

/** The only client for foreign HTTP servers. Never throws because of the other side. */
export interface HttpClient {
  send(call: HttpCall): Promise<HttpOutcome>;
  close(): Promise<void>;
}

export interface HttpClientOptions {
  /** Calls to loopback and private networks are refused unless allowed for all or for some purposes. */
  allowPrivateAddresses: boolean | Record<HttpPurpose, boolean>;
  /** Resolves a name; default: by the name servers. */
  resolve?: (host: string) => Promise<string[]>;
}

const connectionsPerOrigin = 256;
const maxOrigins = 10_000;
const idleConnectionMs = 4000;
const connectTimeoutMs = 10_000;
const maxAnswerHeaderBytes = 16_384;
/** Maximum number of client certificates with open connections. */
const maxCertificates = 50;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { allowPrivateAddresses: allowed } = options;
  const anyAddress = openWays(checkedAddresses(options.resolve ?? resolveBySystem, () => true));
  const publicOnly = openWays(checkedAddresses(options.resolve ?? resolveByNameServers(), isPublicAddress));
  const mayCallPrivate = ({ purpose }: HttpCall): boolean =>
    typeof allowed === 'boolean' ? allowed : purpose !== undefined && allowed[purpose];
  return {
    send(call) {
      const startedAt = performance.now();
      const refused = (problem: HttpProblem): Promise<HttpOutcome> =>
        Promise.resolve({ is: 'failed', problem, sent: false, durationMs: msSince(startedAt) });
      const target = targetOf(call.url);
      if (target === null) return refused('bad address');
      const isAllowed = mayCallPrivate(call);
      if (target.isPrivate && !isAllowed) return refused('refused address');
      const ways = isAllowed ? anyAddress : publicOnly;
      // Receivers of callbacks are servers of any kind; the others are few, known, and called more often.
      if (call.purpose === 'callbacks') return ways.kept.send(new URL(call.url), call, startedAt);
      return exchange(ways.agents.of(call.tls), target, call, startedAt);
    },
    async close() {
      await Promise.all(
        [anyAddress, publicOnly].map(async ({ agents, kept }) => {
          kept.close();
          await agents.close();
        }),
      );
    },
  };
}

function openWays(addresses: Addresses) {
  const limits = {
    perOrigin: connectionsPerOrigin,
    idleMs: idleConnectionMs,
    connectTimeoutMs,
    maxHeaderBytes: maxAnswerHeaderBytes,
  };
  return {
    agents: agentsByCertificate(lookupBy(addresses)),
    kept: keptConnections(addresses, limits),
  };
}

/** Connections are separate for each client certificate. */
function agentsByCertificate(lookup: LookupFunction): {
  of(tls: ClientCertificate | undefined): Agent;
  close(): Promise<void>;
} {
  const plain = openAgent(lookup);
  const certified = new Map<string, Agent>();
  return {
    of(tls) {
      if (tls === undefined) return plain;
      const name = createHash('sha256').update(JSON.stringify(tls)).digest('base64');
      const known = certified.get(name);
      if (known !== undefined) return known;
      const agent = openAgent(lookup, tls);
      const [oldest] = certified;
      if (oldest !== undefined && certified.size >= maxCertificates) {
        certified.delete(oldest[0]);
        void oldest[1].close();
      }
      certified.set(name, agent);
      return agent;
    },
    async close() {
      await Promise.all([plain, ...certified.values()].map((agent) => agent.destroy()));
    },
  };
}

function openAgent(lookup: LookupFunction, tls?: ClientCertificate): Agent {
  const identity =
    tls === undefined
      ? {}
      : {
          cert: tls.certificate,
          key: tls.key,
          ...(tls.authority === undefined ? {} : { ca: tls.authority }),
        };
  return new Agent({
    connections: connectionsPerOrigin,
    maxOrigins,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: idleConnectionMs,
    maxHeaderSize: maxAnswerHeaderBytes,
    // The whole call has its own time limit, see `send`.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup, timeout: connectTimeoutMs, ...identity },
  });
}

/** One request and its answer. Events are handled directly: a stream for each answer would cost more than the call. */
function exchange(agent: Agent, target: Target, call: HttpCall, startedAt: number): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let sent = false;
    let ended = false;
    let answer: Pick<Answered, 'status' | 'headers'> | null = null;
    let controller: Dispatcher.DispatchController | null = null;

    function end(outcome: (durationMs: number) => HttpOutcome): void {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      resolve(outcome(msSince(startedAt)));
    }
    const fail = (problem: HttpProblem): void =>
      end((durationMs) => ({ is: 'failed', problem, sent, durationMs }));
    function succeed(whole: boolean): void {
      if (answer === null) return fail('not http');
      const { status, headers } = answer;
      const head = Buffer.concat(chunks).subarray(0, call.maxBytes);
      end((durationMs) => ({ is: 'answered', status, headers, head, whole, durationMs }));
    }
    function giveUp(): void {
      if (ended) return;
      fail('timeout');
      controller?.abort(timeUp);
    }
    // After a pause of the whole process the answer may already be in the socket: it is read before.
    const timer = setTimeout(() => setImmediate(giveUp), call.timeoutMs);

    const { method, headers, body = null } = call;
    const request = { origin: target.origin, path: target.path, method, headers, body };
    try {
      agent.dispatch(request, {
        // Directly before a request is written to its connection: until then nothing was sent.
        onRequestStart(started) {
          controller = started;
          if (ended) started.abort(timeUp);
          else sent = true;
        },
        onResponseStart(_, status, answered) {
          if (status >= 200) answer = { status, headers: answered };
        },
        onResponseData(reading, chunk) {
          chunks.push(chunk);
          length += chunk.length;
          if (length <= call.maxBytes) return;
          succeed(false);
          // Ends the connection of an answer that may never end.
          reading.abort(tooLong);
        },
        onResponseEnd: () => succeed(true),
        onResponseError: (_, error) => fail(problemOf(error)),
      });
    } catch (error) {
      fail(problemOf(error));
    }
  });
}

type Answered = Extract<HttpOutcome, { is: 'answered' }>;

const msSince = (startedAt: number): number => Math.round(performance.now() - startedAt);

interface Target {
  origin: string;
  path: string;
  /** The host is an address that is not public. */
  isPrivate: boolean;
}

/** Most calls go to the same few addresses: suppliers, gateways, receivers of callbacks. */
const targets = new Map<string, Target | null>();
const maxTargets = 1000;

/** Null if the address must not be called. */
function targetOf(address: string): Target | null {
  const known = targets.get(address);
  if (known !== undefined) return known;
  const target = readTarget(address);
  if (targets.size >= maxTargets) targets.clear();
  targets.set(address, target);
  return target;
}

/** Called are http and https, without user name and password. */
function readTarget(address: string): Target | null {
  const url = URL.parse(address);
  if (url === null) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  // An IP literal bypasses the lookup, so it is checked here; the URL parser has already normalised octal,
  // hexadecimal and single-number notations.
  const literal = literalOf(url);
  const isPrivate = literal !== null && !isPublicAddress(literal);
  return { origin: url.origin, path: `${url.pathname}${url.search}`, isPrivate };
}
