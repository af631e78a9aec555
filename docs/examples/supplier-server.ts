// A supplier in Facevalue's sample shape: node supplier-server.ts [port] [token] [database file]. Node 22.18 or later.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

type Answer = [status: number, body: string];
type Operation = (request: { request_id?: unknown; denomination?: unknown; code?: unknown }) => Answer;

const [port = '8099', token = '', file = 'supplier.db'] = process.argv.slice(2);
const MAX_BODY_BYTES = 64 * 1024;
const FACES: unknown[] = [500, 1000, 3000];
const EXPIRE_AT = '2030-12-31 23:59:59'; // Moscow time

const database = new DatabaseSync(file);
database.exec(
  'create table if not exists issued (request_id text primary key, code text unique, answer text)',
);
const keep = database.prepare('insert into issued values (?, ?, ?) on conflict (request_id) do nothing');
const kept = database.prepare('select answer from issued where request_id = ?');
const known = database.prepare('select 1 from issued where code = ?');

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
const refused = (status: number, code: string): Answer => [
  status,
  JSON.stringify({ error: { code, text: code } }),
];

const issue: Operation = ({ request_id, denomination }) => {
  if (typeof request_id !== 'string' || request_id === '') return refused(400, 'malformed');
  if (!FACES.includes(denomination)) return refused(422, 'bad_face');
  const code = digits(16);
  const answer = JSON.stringify({ request_id, denomination, code, pin: digits(4), expire_at: EXPIRE_AT });
  // A repeat, even at the same moment, gets the answer of the first.
  keep.run(request_id, code, answer);
  return [201, String(kept.get(request_id)?.['answer'])];
};

const activate: Operation = ({ code }) =>
  typeof code === 'string' && known.get(code) !== undefined ? [200, ''] : refused(404, 'bad_code');

const operations = new Map([
  ['POST /api/issueCertificate', issue],
  ['PUT /api/activateCertificate', activate],
]);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isAllowed = ({ authorization = '' }: IncomingMessage['headers']): boolean =>
  token === '' || timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));

async function answerTo(request: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) return refused(413, 'malformed');
  if (!isAllowed(request.headers)) return refused(401, 'unauthorized');
  const operation = operations.get(`${request.method} ${request.url}`);
  if (operation === undefined) return refused(404, 'malformed');
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  return typeof body === 'object' && body !== null ? operation(body) : refused(400, 'malformed');
}

// What fails here, such as a full disk, is no refusal: status 500, and the platform asks again.
const failed = (error: unknown): Answer =>
  error instanceof SyntaxError ? refused(400, 'malformed') : [500, ''];

const server = createServer((request, response) => {
  void answerTo(request)
    .catch(failed)
    .then(([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
});
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`);
});
