import { generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dkimRecord } from '../../src/platform/mail/dkim-record.ts';
import type { DkimSettings } from '../../src/platform/settings/mail-settings.ts';

/** A signer with its own key. */
export function testDkim(domain = 'facevalue.example'): DkimSettings {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { domain, selector: 'gifts2026', key: privateKey };
}

export interface Signature {
  result: string;
  domain: string;
  /** Whether the signing domain is that of the visible sender. */
  aligned: boolean;
  headers: string[];
}

/** The signatures of a letter as verified by a receiving server whose only DNS record is the signer's. */
export async function signaturesOf(raw: Buffer, dkim: DkimSettings): Promise<Signature[]> {
  const { name, value } = dkimRecord(dkim);
  const resolver = (asked: string, type: string): Promise<string[][]> =>
    asked === name && type === 'TXT'
      ? Promise.resolve([value.match(/.{1,255}/g) ?? []])
      : Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
  const { results } = await dkimVerify(raw, { resolver });
  return results.map(({ status, signingDomain, signingHeaders }) => ({
    result: status.result,
    domain: signingDomain ?? '',
    aligned: typeof status.aligned === 'string' && status.aligned !== '',
    headers: (signingHeaders?.keys ?? '').split(/\s*:\s*/).map((header) => header.toLowerCase()),
  }));
}
