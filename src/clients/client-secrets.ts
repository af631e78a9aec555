import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** Sealing context of a signing secret. */
export const clientKeyContext = (clientId: number, version: number): string =>
  `client-key:${clientId}:${version}`;

/** Sealing context of a client's callback secret. */
export const callbackSecretContext = (clientId: number): string => `callback-secret:${clientId}`;

export const newSigningSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** In the format of Standard Webhooks. */
export const newCallbackSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;
