/** How the platform authenticates at suppliers: the settings, and their credentials on a request. */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { SupplierRequest } from './adapter.ts';
import { withoutEnd } from '../../platform/text/edges.ts';
import { settingProblem } from './setting-reasons.ts';

const secret = (label: string) => z.string().min(1).describe(label).meta({ secret: true });
const headerName = (label: string) =>
  z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, settingProblem({ is: 'no-header-name' }))
    .describe(label);

const clientCertificate = z
  .strictObject({
    kind: z.literal('tls'),
    certificate: z.string().includes('BEGIN CERTIFICATE').describe('Client certificate, PEM'),
    key: secret('Key of the client certificate, PEM').includes('PRIVATE KEY'),
    authority: z.string().includes('BEGIN CERTIFICATE').optional().describe('Whom to trust instead, PEM'),
  })
  .describe('Client TLS certificate');

/** How the platform authenticates at a supplier. */
export const auth = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }).describe('None'),
    z.strictObject({ kind: z.literal('bearer'), token: secret('Token') }).describe('Bearer token'),
    z
      .strictObject({
        kind: z.literal('basic'),
        user: z
          .string()
          .regex(/^[^:]*$/, settingProblem({ is: 'colon' }))
          .describe('User'),
        password: secret('Password'),
      })
      .describe('User and password'),
    z
      .strictObject({ kind: z.literal('api-key'), header: headerName('Header'), key: secret('Key') })
      .describe('Key in a header'),
    z
      .strictObject({
        kind: z.literal('hmac'),
        header: headerName('Header that carries the signature').default('X-Signature'),
        secret: secret('Secret'),
        hash: z.enum(['sha256', 'sha512']).default('sha256').describe('Hash'),
        form: z.enum(['hex', 'base64']).default('hex').describe('Form of the signature'),
        of: z
          .enum(['body', 'method-path-body'])
          .default('body')
          .describe('What is signed: the body, or method, path and body on lines of their own'),
      })
      .describe('Signed body (HMAC)'),
    clientCertificate,
  ])
  .default({ kind: 'none' })
  .describe('How the platform authenticates');

export type Auth = z.infer<typeof auth>;

/** Adds the credentials to an otherwise complete request. */
export function authorise(request: SupplierRequest, proof: Auth): SupplierRequest {
  switch (proof.kind) {
    case 'none':
      return request;
    case 'bearer':
      return withHeader(request, 'authorization', `Bearer ${proof.token}`);
    case 'basic': {
      const pair = Buffer.from(`${proof.user}:${proof.password}`).toString('base64');
      return withHeader(request, 'authorization', `Basic ${pair}`);
    }
    case 'api-key':
      return withHeader(request, proof.header.toLowerCase(), proof.key);
    case 'hmac':
      return withHeader(request, proof.header.toLowerCase(), signature(request, proof));
    case 'tls': {
      const { certificate, key, authority } = proof;
      return { ...request, tls: { certificate, key, authority } };
    }
  }
}

const withHeader = (request: SupplierRequest, name: string, value: string): SupplierRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

function signature(request: SupplierRequest, proof: Extract<Auth, { kind: 'hmac' }>): string {
  const { pathname, search } = new URL(request.url);
  const signed =
    proof.of === 'body' ? request.body : `${request.method}\n${pathname}${search}\n${request.body}`;
  return createHmac(proof.hash, proof.secret).update(signed).digest(proof.form);
}

/** Base address of a supplier: http or https, without user, query and trailing slash. */
export const supplierUrl = z
  .url({ protocol: /^https?$/ })
  .refine((address) => !/[?#@]/.test(address), settingProblem({ is: 'address-user-query' }))
  .transform((address) => withoutEnd(address, '/'))
  .describe('Address of the supplier');

/** Address of the one endpoint that takes every call. */
export const endpointUrl = z
  .url({ protocol: /^https?$/ })
  .refine((address) => !/[#@]/.test(address), settingProblem({ is: 'address-user-fragment' }))
  .describe('Address for the calls');
