import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** What a signing secret is sealed for. */
export const clientKeyContext = (clientId: number, version: number): string =>
  `client-key:${clientId}:${version}`;

/** What a client's callback secret is sealed for. */
export const callbackSecretContext = (clientId: number): string => `callback-secret:${clientId}`;

export const newSigningSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** In the form of Standard Webhooks. */
export const newCallbackSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;
