/**
 * Calls by Node's own client. Unlike undici it takes interim answers (`100 Continue`), and it knows whether a connection was used
 * before, so that one which the other side has closed meanwhile costs another connection and not the call.
 */
import {
  Agent as PlainAgent,
  request as requestPlain,
  type AgentOptions,
  type ClientRequestArgs,
} from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectFastest } from './connect-fastest.ts';
import type { HttpCall, HttpOutcome } from './http-call.ts';
import { problemOf, type HttpProblem } from './http-problem.ts';

/** The addresses of a host that may be called. */
export type Addresses = (host: string) => Promise<string[]>;

export interface KeptConnections {
  send(url: URL, call: HttpCall, startedAt: number): Promise<HttpOutcome>;
  close(): void;
}

interface Agents {
  'http:': PlainAgent;
  'https:': TlsAgent;
}

export interface ConnectionLimits {
  perOrigin: number;
  idleMs: number;
  connectTimeoutMs: number;
  maxHeaderBytes: number;
}

export function keptConnections(addresses: Addresses, limits: ConnectionLimits): KeptConnections {
  const { perOrigin: maxSockets, idleMs, maxHeaderBytes } = limits;
  const kept = agentsWith(addresses, limits, {
    keepAlive: true,
    maxSockets,
    timeout: idleMs,
    scheduling: 'lifo',
  });
  const fresh = agentsWith(addresses, limits, { keepAlive: false });

  async function send(url: URL, call: HttpCall, startedAt: number): Promise<HttpOutcome> {
    const place: Place = { url, call, startedAt, maxHeaderBytes };
    const first = await attempt(place, kept);
    // The receiver closed the connection before it read the call: nothing was answered, and a new one is open at once.
    return first === 'closed-before' ? ((await attempt(place, fresh)) as HttpOutcome) : first;
  }

  return {
    send,
    close() {
      for (const agents of [kept, fresh]) for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function agentsWith(addresses: Addresses, limits: ConnectionLimits, options: AgentOptions): Agents {
  const open = async ({ host, port }: ClientRequestArgs) =>
    connectFastest(
      isIP(host ?? '') === 0 ? await addresses(host ?? '') : [host ?? ''],
      Number(port),
      limits.connectTimeoutMs,
    );
  type Done = (error: Error | null, stream: Duplex) => void;
  const nothing = undefined as unknown as Duplex;
  class Plain extends PlainAgent {
    override createConnection(asked: ClientRequestArgs, done?: Done): undefined {
      open(asked).then(
        (socket) => done?.(null, socket),
        (error: Error) => done?.(error, nothing),
      );
    }
  }
  class Tls extends TlsAgent {
    override createConnection(asked: ClientRequestArgs, done?: Done): undefined {
      open(asked).then(
        (socket) => done?.(null, super.createConnection({ ...asked, socket } as ClientRequestArgs) as Duplex),
        (error: Error) => done?.(error, nothing),
      );
    }
  }
  return { 'http:': new Plain(options), 'https:': new Tls(options) };
}

interface Place {
  url: URL;
  call: HttpCall;
  startedAt: number;
  maxHeaderBytes: number;
}

const msSince = (startedAt: number): number => Math.round(performance.now() - startedAt);

/** What a closed connection says, if it had been open before. */
const closedCodes = new Set(['ECONNRESET', 'EPIPE']);

function attempt(
  { url, call, startedAt, maxHeaderBytes }: Place,
  agents: Agents,
): Promise<HttpOutcome | 'closed-before'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let [length, sent, answered] = [0, false, false];
    const end = (outcome: HttpOutcome | 'closed-before'): void => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const fail = (problem: HttpProblem): void =>
      end({ is: 'failed', problem, sent, durationMs: msSince(startedAt) });

    const secure = url.protocol === 'https:';
    const request = (secure ? requestTls : requestPlain)({
      agent: secure ? agents['https:'] : agents['http:'],
      host: url.hostname.replaceAll(/[[\]]/g, ''),
      port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method: call.method,
      headers: { host: url.host, ...call.headers },
      maxHeaderSize: maxHeaderBytes,
    });
    const timer = setTimeout(
      () =>
        // After a pause of the whole process the answer may already be in the socket: it is read before.
        setImmediate(() => {
          fail('timeout');
          request.destroy();
        }),
      Math.max(0, call.timeoutMs - msSince(startedAt)),
    );
    request.once('socket', () => (sent = true));
    request.on('error', (error: NodeJS.ErrnoException) => {
      const closed = request.reusedSocket && !answered && closedCodes.has(error.code ?? '');
      if (closed) end('closed-before');
      else fail(problemOf(error));
    });
    request.on('response', (response) => {
      answered = true;
      const { statusCode: status = 0, headers } = response;
      const finish = (whole: boolean): void => {
        const head = Buffer.concat(chunks).subarray(0, call.maxBytes);
        end({ is: 'answered', status, headers, head, whole, durationMs: msSince(startedAt) });
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length <= call.maxBytes) return;
        finish(false);
        // Ends the connection of an answer that may never end.
        request.destroy();
      });
      response.once('end', () => finish(true));
      response.once('error', (error) => fail(problemOf(error)));
    });
    request.end(call.body);
  });
}
