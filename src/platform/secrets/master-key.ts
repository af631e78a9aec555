import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The keys of the settings that may open the data keys: the present one, and the next one while it is rotated. */
export interface MasterKeys {
  masterKey: Buffer;
  nextMasterKey: Buffer | null;
}

export interface MasterKey {
  key: KeyObject;
  fingerprint: Buffer;
}

const fingerprintBytes = 8;

/** The present one comes first. */
export const mastersOf = ({ masterKey, nextMasterKey }: MasterKeys): [MasterKey, ...MasterKey[]] => [
  masterOf(masterKey),
  ...(nextMasterKey === null ? [] : [masterOf(nextMasterKey)]),
];

export function masterOf(bytes: Buffer): MasterKey {
  const key = createSecretKey(bytes);
  const fingerprint = createHmac('sha256', key).update('facevalue master key').digest();
  return { key, fingerprint: fingerprint.subarray(0, fingerprintBytes) };
}

/** A form that people can compare: `3f9a-02c1-77de-b410`. */
export const fingerprintText = (fingerprint: Buffer): string =>
  fingerprint.toString('hex').replaceAll(/.{4}(?=.)/g, '$&-');
