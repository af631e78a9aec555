/** The terms by which orders are found, stored as fingerprints. */
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { readPhone } from '../../platform/values/phone.ts';

type TermKind = 'mail' | 'phone' | 'external';

/** The stored form of what somebody may look for: the tables of the index tell nobody whose orders these are. */
const termOf = (keyring: Keyring, kind: TermKind, text: string): string =>
  keyring.fingerprint(`order-term:${kind}:${text}`).readBigInt64BE(0).toString();

interface Termed {
  emailTo: string;
  toPhone: string;
  externalId: string;
}

/** The terms of an order, each once. */
export function termsOf(keyring: Keyring, { emailTo, toPhone, externalId }: Termed): string[] {
  const terms = [
    ...(emailTo === '' ? [] : [termOf(keyring, 'mail', emailTo.toLowerCase())]),
    ...(toPhone === '' ? [] : [termOf(keyring, 'phone', toPhone)]),
    ...(externalId === '' ? [] : [termOf(keyring, 'external', externalId)]),
  ];
  return [...new Set(terms)];
}

/** What the text in the search box may be. */
export interface Wanted {
  /** A request or an order number. */
  number: number | null;
  /** As it stands: a uuid, or the client's own identifier. */
  text: string;
  mail: string | null;
  phone: string | null;
}

const longestText = 255;

export function readWanted(asked: string): Wanted | null {
  const text = asked.trim().slice(0, longestText);
  if (text === '') return null;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : requestOfOrderNumber(text);
  return { number, text, mail: text.includes('@') ? text.toLowerCase() : null, phone: readPhone(text) };
}

/** The number of an order as people see it, `10000001-3500001`: its second part is the request. */
function requestOfOrderNumber(text: string): number | null {
  const [, request] = /^\d{1,12}-(\d{1,12})$/.exec(text) ?? [];
  return request === undefined ? null : Number(request);
}

/** The keyed hashes that the text may have been filed under. */
export const termsOfWanted = (keyring: Keyring, { text, mail, phone }: Wanted): string[] =>
  termsOf(keyring, { emailTo: mail ?? '', toPhone: phone ?? '', externalId: text });
