import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFields, textOf, type WireField } from './protobuf.ts';

/** A span as a collector sees it. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** '' if it is the first. */
  parentId: string;
  name: string;
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number | boolean>;
  links: { traceId: string; spanId: string }[];
  /** Null: not failed. */
  problem: string | null;
  /** Attributes of the process that told it. */
  resource: Record<string, string | number | boolean>;
}

export interface TraceCollector extends AsyncDisposable {
  url: string;
  spans: CollectedSpan[];
  /** Everything it was sent, headers too. */
  received: string[];
  requests(): number;
  /** From now on: `take`s spans, `hang`s without an answer, `fail`s with 503. */
  become(mode: 'take' | 'hang' | 'fail'): void;
}

/** A small collector: OTLP over HTTP in protobuf, as Jaeger and the OpenTelemetry Collector take it. */
export async function traceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const received: string[] = [];
  let mode: 'take' | 'hang' | 'fail' = 'take';
  let requests = 0;

  function take(path: string, headers: object, body: Buffer, response: ServerResponse): void {
    requests += 1;
    if (mode === 'hang') return;
    if (mode === 'fail') return void response.writeHead(503).end();
    received.push(JSON.stringify(headers), body.toString('latin1'), body.toString('utf8'));
    if (path !== '/v1/traces') return void response.writeHead(404).end();
    spans.push(...spansIn(body));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => take(request.url ?? '', request.headers, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    received,
    requests: () => requests,
    become: (wanted) => {
      mode = wanted;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const of = (fields: WireField[], number: number): Buffer[] =>
  fields.flatMap((field) => (field.number === number && field.bytes !== null ? field.bytes : []));
const numberOf = (fields: WireField[], number: number): bigint =>
  fields.find((field) => field.number === number)?.value ?? 0n;
const hexOf = (fields: WireField[], number: number): string => of(fields, number)[0]?.toString('hex') ?? '';

/** ExportTraceServiceRequest: 1 resource spans (1 resource, 2 spans of a scope (2 spans)). */
function spansIn(body: Buffer): CollectedSpan[] {
  return of(readFields(body), 1).flatMap((resourceSpans) => {
    const fields = readFields(resourceSpans);
    const resource = attributesOf(of(fields, 1).flatMap((one) => of(readFields(one), 1)));
    const scopes = of(fields, 2).map(readFields);
    return scopes.flatMap((scope) => of(scope, 2).map((span) => spanOf(readFields(span), resource)));
  });
}

const nanosInMs = 1e6;

function spanOf(fields: WireField[], resource: CollectedSpan['resource']): CollectedSpan {
  const status = readFields(of(fields, 15)[0] ?? Buffer.alloc(0));
  return {
    traceId: hexOf(fields, 1),
    spanId: hexOf(fields, 2),
    parentId: hexOf(fields, 4),
    name: textOf(of(fields, 5)[0]),
    startMs: Number(numberOf(fields, 7)) / nanosInMs,
    endMs: Number(numberOf(fields, 8)) / nanosInMs,
    attributes: attributesOf(of(fields, 9)),
    links: of(fields, 13).map((link) => {
      const parts = readFields(link);
      return { traceId: hexOf(parts, 1), spanId: hexOf(parts, 2) };
    }),
    // 2 is the code of an error.
    problem: numberOf(status, 3) === 2n ? textOf(of(status, 2)[0]) : null,
    resource,
  };
}

/** Pairs of a name and a value that is a text, a flag or a whole number. */
function attributesOf(pairs: Buffer[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const fields = readFields(pair);
      const [value] = readFields(of(fields, 2)[0] ?? Buffer.alloc(0));
      return [textOf(of(fields, 1)[0]), plainValue(value)];
    }),
  );
}

function plainValue(field: WireField | undefined): string | number | boolean {
  if (field === undefined) return '';
  if (field.number === 1) return textOf(field.bytes ?? undefined);
  return field.number === 2 ? field.value === 1n : Number(field.value);
}
