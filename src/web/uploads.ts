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
    throw asRefusal(problem);
  }
}

/** What the parser says of a body has no status of its own. */
const asRefusal = (problem: unknown): Error =>
  problem instanceof Error && 'statusCode' in problem ? problem : new BrokenForm();

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

/** A form with more fields, and longer ones, than most that bring a file. */
export interface LongForm {
  fields: URLSearchParams;
  /** Files by the name of the field; a field without a chosen file is missing. */
  file: { field: string; bytes: Buffer; isTooLarge: boolean } | null;
}

const longForm = { fields: 300, bytes: 2_000_000 };

/** Reads fields before and after the file; null: what they hold is longer than any form of ours. */
export async function readLongForm(request: FastifyRequest, maxFileBytes: number): Promise<LongForm | null> {
  const fields = new URLSearchParams();
  if (!request.isMultipart()) return { fields, file: null };
  try {
    return await readParts(request, { fields, file: null }, maxFileBytes);
  } catch (problem) {
    throw asRefusal(problem);
  }
}

async function readParts(
  request: FastifyRequest,
  form: LongForm,
  maxFileBytes: number,
): Promise<LongForm | null> {
  const limits = {
    fileSize: maxFileBytes,
    fields: longForm.fields,
    fieldSize: longForm.bytes,
    parts: longForm.fields + 1,
  };
  let bytes = 0;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      const value = String(part.value).replaceAll('\0', '');
      bytes += value.length;
      if (bytes <= longForm.bytes && !part.valueTruncated) form.fields.append(part.fieldname, value);
      else bytes = Infinity;
      continue;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) chunks.push(chunk as Buffer);
    if (part.filename !== '')
      form.file = { field: part.fieldname, bytes: Buffer.concat(chunks), isTooLarge: part.file.truncated };
  }
  return bytes === Infinity ? null : form;
}
