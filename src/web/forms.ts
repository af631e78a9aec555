import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How much a form may say, by what it holds. */
export const maxFormBytes = {
  /** A button and no fields. */
  button: 1024,
  /** A few fields that a person fills in. */
  fields: 8192,
  /** A ticked row for each of the longest table. */
  table: 128 * 1024,
} as const;

export type FormSize = keyof typeof maxFormBytes;

const parser = (text: string): FormBody => ({ fields: new URLSearchParams(text) });

/** From here on this scope reads forms and nothing else. */
export async function acceptForms(scope: FastifyInstance, size: FormSize): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(formbody, { bodyLimit: maxFormBytes[size], parser });
}

type FormBody = Record<'fields', URLSearchParams>;

/** What was filled in; nothing where there was no form. */
export const formOf = (request: FastifyRequest): URLSearchParams =>
  (request.body as FormBody | undefined)?.fields ?? new URLSearchParams();
