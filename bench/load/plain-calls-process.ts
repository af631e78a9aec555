/** Sends unsigned calls, in its own process. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { answerAsks } from '../world/tool-process.ts';
import { openConnection } from './http-connection.ts';
import { postRequest } from './plain-requests.ts';
import type { CallRun, DownloadReport, PlainCallsAsks, VisitRun } from './plain-calls.ts';

const lineEnd = 0x0a;
const maxRefusalShown = 300;

answerAsks<PlainCallsAsks>({ post, visit, download });

function post({ bodies, ...run }: CallRun): Promise<number> {
  return send(
    bodies.map((body) => Buffer.from(postRequest(run.path, run.headers, body))),
    run,
  );
}

function visit({ requests, ...run }: VisitRun): Promise<number> {
  return send(
    requests.map((request) => Buffer.from(request)),
    run,
  );
}

async function send(
  requests: Buffer[],
  { port, connections, status }: Pick<VisitRun, 'port' | 'connections' | 'status'>,
): Promise<number> {
  const right = Buffer.from(`HTTP/1.1 ${status} `);
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  let next = 0;
  const startedAt = performance.now();
  try {
    await Promise.all(
      open.map(async (connection) => {
        while (next < requests.length) {
          const request = requests[next] as Buffer;
          next += 1;
          const answer = await connection.exchange(request);
          if (answer.subarray(0, right.length).equals(right)) continue;
          throw new Error(`A call was refused: ${answer.toString('utf8', 0, maxRefusalShown)}`);
        }
      }),
    );
    return (performance.now() - startedAt) / 1000;
  } finally {
    for (const connection of open) connection.close();
  }
}

async function download(ask: { url: string; headers: Record<string, string> }): Promise<DownloadReport> {
  const startedAt = performance.now();
  const request = get(ask.url, { headers: ask.headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`The answer was ${answer.statusCode}.`);
  let [bytes, lines] = [0, 0];
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    lines += linesIn(chunk);
  }
  return { bytes, lines, seconds: (performance.now() - startedAt) / 1000 };
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) lines += 1;
  return lines;
}
