import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { blockWith } from './pgbackrest-server.ts';

/** Storage like S3: what pgBackRest asks of it, kept in memory, over TLS with a certificate of its own. */
export interface S3Server extends AsyncDisposable {
  /** Of pgBackRest, as in docs/operating.md. */
  settings: string[];
  objects: Map<string, Buffer>;
}

const key = 'backup-key';
const bucket = '/backups/';

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export async function s3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const certified = certificate();
  const server = createServer(certified, (request, response) => {
    void respond(objects, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    settings: [
      blockWith('repo1-type=s3')
        .replace('s3.example', '127.0.0.1')
        .replace('s3-key=…', `s3-key=${key}`)
        .replace('secret=…', 'secret=backup-secret'),
      `repo1-storage-port=${port}`,
      // Nobody has signed the certificate.
      'repo1-storage-verify-tls=n',
    ],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status = 200, headers = {}, body = '' } = await answer(objects, request);
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function answer(objects: Map<string, Buffer>, request: IncomingMessage): Promise<Answer> {
  const body = await buffer(request);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://storage.example');
  const isKnown = request.headers.authorization?.includes(`Credential=${key}/`) === true;
  if (!isKnown || !pathname.startsWith(bucket)) return { status: 403 };
  const name = decodeURIComponent(pathname.slice(bucket.length));
  switch (request.method) {
    case 'PUT':
      objects.set(name + (searchParams.get('partNumber') ?? ''), body);
      return { headers: { etag: '"part"' } };
    case 'DELETE':
      objects.delete(name);
      return { status: 204 };
    case 'POST':
      return posted(objects, { name, query: searchParams, body: body.toString() });
    default:
      return name === '' ? listed(objects, searchParams) : got(objects.get(name));
  }
}

/** A large object is sent in parts, each kept beside it until all are there. */
function posted(
  objects: Map<string, Buffer>,
  { name, query, body }: { name: string; query: URLSearchParams; body: string },
): Answer {
  if (query.has('delete')) {
    for (const [, deleted = ''] of body.matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(deleted);
    return { body: '<DeleteResult/>' };
  }
  if (query.has('uploads'))
    return {
      body: '<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>',
    };
  const parts = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, part]) => `${name}${part}`);
  objects.set(name, Buffer.concat(parts.map((part) => objects.get(part) ?? Buffer.alloc(0))));
  for (const part of parts) objects.delete(part);
  return { body: '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>' };
}

const modified = new Date('2026-11-21T09:00:00Z');

function got(object: Buffer | undefined): Answer {
  if (object === undefined) return { status: 404 };
  return { headers: { 'last-modified': modified.toUTCString() }, body: object };
}

function listed(objects: Map<string, Buffer>, query: URLSearchParams): Answer {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const folders = new Set<string>();
  let contents = '';
  for (const [name, object] of objects) {
    if (!name.startsWith(prefix)) continue;
    const end = delimiter === null ? -1 : name.indexOf(delimiter, prefix.length);
    if (end >= 0) folders.add(name.slice(0, end + 1));
    else
      contents += `<Contents><Key>${name}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${object.length}</Size></Contents>`;
  }
  const prefixes = [...folders].map((one) => `<CommonPrefixes><Prefix>${one}</Prefix></CommonPrefixes>`);
  return {
    body: `<ListBucketResult><IsTruncated>false</IsTruncated>${contents}${prefixes.join('')}</ListBucketResult>`,
  };
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-s3-'));
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = 'req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=storage.example'.split(' ');
  execFileSync('openssl', [...made, '-keyout', keyFile, '-out', file], { stdio: 'ignore' });
  const certified = { key: readFileSync(keyFile), cert: readFileSync(file) };
  rmSync(folder, { recursive: true });
  return certified;
}
