import { createPublicKey } from 'node:crypto';
import type { DkimSettings } from '../settings/mail-settings.ts';

/** The DNS record by which receivers verify the signatures of letters (RFC 6376). */
export interface DkimRecord {
  /** `gifts2026._domainkey.shop.example` */
  name: string;
  /** The text of the TXT record. */
  value: string;
  /** The same as a line of a zone file, where a string may have at most 255 characters. */
  zoneLine: string;
}

const maxStringLength = 255;

export function dkimRecord({ domain, selector, key }: DkimSettings): DkimRecord {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  const name = `${selector}._domainkey.${domain}`;
  const value = `v=DKIM1; k=rsa; p=${publicKey}`;
  const strings = value.match(new RegExp(`.{1,${maxStringLength}}`, 'g')) ?? [];
  return { name, value, zoneLine: `${name}. IN TXT ( ${strings.map((part) => `"${part}"`).join(' ')} )` };
}
