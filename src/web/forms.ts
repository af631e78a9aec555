/** Posted forms. */
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxFormBytes, type FormSize } from './body-limits.ts';

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
