/** The terms by which orders are found, stored as fingerprints. */
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';
import { withoutUnseen } from '../../platform/values/judge-symbols.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { wordsOf } from '../../platform/text/name-words.ts';

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
  /** The text without signs that nobody sees: a uuid, the client's own identifier, a code, or a part of a name. */
  text: string;
  mail: string | null;
  phone: string | null;
  isUuid: boolean;
  /** The words of a name, as `name-words.ts` knows them. */
  words: string[];
}

const longestText = 255;

/** Reads what was typed or pasted into a search; no other function does. */
export function readWanted(asked: string): Wanted | null {
  const text = withoutUnseen(asked).trim().slice(0, longestText);
  if (text === '') return null;
  return {
    number: numberIn(text),
    text,
    mail: mailIn(text),
    phone: readPhone(text),
    isUuid: uuid.test(text),
    words: wordsOf(text),
  };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is something that one order has, or few; otherwise it is a name. */
export const isKey = ({ number, mail, phone, isUuid }: Wanted): boolean =>
  number !== null || phone !== null || isUuid || (mail !== null && isEmailAddress(mail));

/** What stands before a number in a letter, a table or a talk, and around it. */
const before = /^(?:(?:заказ|запрос|order|request)(?![\p{L}\p{N}])|№|#|no?\.|[\s:№#])+/iu;
/** The address of an order's page, as somebody sends it to somebody else. */
const orderPage = /^https?:\/\/[^\s/]+\/[co]\/orders\/(\d{1,15})(?![\w-])/i;

function numberIn(text: string): number | null {
  const [, linked] = orderPage.exec(text) ?? [];
  const bare = linked ?? text.replace(before, '').replace(behind, '');
  return /^\d{1,15}$/.test(bare) ? Number(bare) : requestOfOrderNumber(bare);
}

/** What a sentence leaves behind it. */
const behind = /(?<![\s.,;:])[\s.,;:]+$/;

/** `Mila <mila@shop.example>`, `mailto:mila@shop.example`, with a point behind it. */
function mailIn(text: string): string | null {
  if (!text.includes('@')) return null;
  const [begin, end] = [text.indexOf('<'), text.lastIndexOf('>')];
  const bare = begin >= 0 && begin < end ? text.slice(begin + 1, end) : text;
  return bare
    .replace(/^mailto:/i, '')
    .replace(behind, '')
    .toLowerCase();
}

/** The number of an order as people see it, `10000001-3500001`: its second part is the request. */
function requestOfOrderNumber(text: string): number | null {
  const [, request] = /^\d{1,12}-(\d{1,12})$/.exec(text) ?? [];
  return request === undefined ? null : Number(request);
}

/** The keyed hashes that the text may have been filed under. */
export const termsOfWanted = (keyring: Keyring, { text, mail, phone }: Wanted): string[] =>
  termsOf(keyring, { emailTo: mail ?? '', toPhone: phone ?? '', externalId: text });
