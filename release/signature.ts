/** A signed statement: DSSE, with Ed25519. */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { sha256 } from './checksums.ts';
import type { Statement } from './provenance.ts';
import { Refusal } from './script.ts';

export interface Envelope {
  payloadType: string;
  /** Base64. */
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

const payloadType = 'application/vnd.in-toto+json';

/** Made by `openssl genpkey -algorithm ed25519`; given for signing or, its public half, for checking. */
export function keyFrom(pem: string): KeyObject {
  const key = readKey(pem);
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Refusal('The key must be an Ed25519 key in PEM: openssl genpkey -algorithm ed25519.');
  return key;
}

function readKey(pem: string): KeyObject | null {
  try {
    return pem.includes('PRIVATE KEY') ? createPrivateKey(pem) : createPublicKey(pem);
  } catch {
    return null;
  }
}

export function sealStatement(statement: Statement, key: KeyObject): Envelope {
  const payload = Buffer.from(JSON.stringify(statement));
  const sig = sign(null, signedBytes(payload), key).toString('base64');
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid: keyId(key), sig }] };
}

/** The statement that this key has signed; null: it has not. */
export function openStatement(envelope: Envelope, key: KeyObject): Statement | null {
  const payload = Buffer.from(envelope.payload, 'base64');
  const isSigned =
    envelope.payloadType === payloadType &&
    envelope.signatures.some(({ sig }) =>
      verify(null, signedBytes(payload), key, Buffer.from(sig, 'base64')),
    );
  return isSigned ? (JSON.parse(payload.toString('utf8')) as Statement) : null;
}

/** DSSE signs the type with the payload. */
const signedBytes = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `), payload]);

const keyId = (key: KeyObject): string =>
  sha256((key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' }));
