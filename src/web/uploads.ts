/** Uploaded files. */
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const maxFields = 20;
const maxFieldBytes = 4096;

/** From here on forms of this scope may bring one file; how long it may be, `readUpload` is told. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  if (scope.hasRequestDecorator('isMultipart')) return;
  await scope.register(multipart, {
    limits: { files: 1, fields: maxFields, fieldSize: maxFieldBytes, parts: maxFields + 1, headerPairs: 20 },
    throwFileSizeLimit: false,
  });
}

export interface Upload {
  fileName: string;
  bytes: Buffer;
  /** The fields that stand before the file. */
  fields: URLSearchParams;
}

/** What a form brought. `fields` come along in each case, for the form that is shown again. */
export async function readUpload(
  request: FastifyRequest,
  maxBytes: number,
): Promise<Upload | { is: 'no-file' | 'too-large'; fields: URLSearchParams }> {
  if (!request.isMultipart()) return { is: 'no-file', fields: new URLSearchParams() };
  try {
    return await readPart(request, maxBytes);
  } catch (problem) {
    // The reader of parts names no status where they are broken.
    throw problem instanceof Error && 'statusCode' in problem ? problem : new BrokenForm();
  }
}

class BrokenForm extends Error {
  readonly statusCode = 400;

  constructor() {
    super('The parts of the form can not be read.');
  }
}

async function readPart(
  request: FastifyRequest,
  maxBytes: number,
): Promise<Upload | { is: 'no-file' | 'too-large'; fields: URLSearchParams }> {
  const part = await request.file({ limits: { fileSize: maxBytes } });
  if (part === undefined) return { is: 'no-file', fields: new URLSearchParams() };
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  const fields = fieldsOf(part);
  // What came of a longer file is cut.
  if (part.file.truncated) return { is: 'too-large', fields };
  if (part.filename === '') return { is: 'no-file', fields };
  return { fileName: part.filename, bytes: Buffer.concat(chunks), fields };
}

function fieldsOf({ fields }: MultipartFile): URLSearchParams {
  const found = new URLSearchParams();
  for (const [name, parts] of Object.entries(fields)) {
    for (const part of [parts ?? []].flat()) {
      if (part.type === 'field') found.append(name, String(part.value).replaceAll('\0', ''));
    }
  }
  return found;
}
