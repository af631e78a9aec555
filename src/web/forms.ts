import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Limits of a form, by its content. */
export const maxFormBytes = {
  /** A button and no fields. */
  button: 1024,
  /** A few fields that a person fills in. */
  fields: 8192,
  /** A checkbox for each row of the longest table. */
  table: 128 * 1024,
} as const;

export type FormSize = keyof typeof maxFormBytes;

const parser = (text: string): FormBody => ({ fields: new URLSearchParams(text) });

/** From here on this scope accepts forms and nothing else. */
export async function acceptForms(scope: FastifyInstance, size: FormSize): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(formbody, { bodyLimit: maxFormBytes[size], parser });
}

type FormBody = Record<'fields', URLSearchParams>;

/** The submitted fields; empty if there was no form. */
export const formOf = (request: FastifyRequest): URLSearchParams =>
  (request.body as FormBody | undefined)?.fields ?? new URLSearchParams();
