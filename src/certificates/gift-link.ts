/**
 * Links of gift pages, and how they are found: `…/g/<secret><place>`, with cells the secret begins with the two digits of its cell.
 * Nothing of the secret is stored but its hash. An index of hashes alone grows at random places, and among ten million each order
 * would read and log another page of it; so what is stored begins with the place, which is the same for requests of one time.
 */
import { inLanguage } from '../platform/text/language.ts';
import { isChoice, type CertificateCode, type GiftView } from './certificate.ts';
import { tokenHash, type Keyring } from '../platform/secrets/keyring.ts';
import { salted } from '../platform/secrets/token-salt.ts';

/** Neighbouring requests share a place: so coarse that the page of a certificate tells more by its order's number. */
const requestsAtPlace = 2 ** 14;
/** Three characters of base64url; then they begin again. */
const places = 2 ** 18;
const placeCharacters = 3;
/** Lengths of links that name the place of the order, without and with cells. Links of earlier versions name none. */
const placedLengths: readonly number[] = [25, 27];

/** Lengths of all links that lead to a gift. */
export const tokenLengths: readonly number[] = placedLengths
  .flatMap((length) => [length - placeCharacters, length])
  .toSorted((one, other) => one - other);

export const hasPlace = (token: string): boolean => placedLengths.includes(token.length);

/** What the link of a certificate is computed of. */
export interface LinkedRequest {
  clientId: number;
  requestId: number;
  /** Drawn when it was issued. Null: it was issued before there were salts. */
  linkSalt: number | null;
}

/** The gift page token of a request: the same each time, computed, never stored. With cells it says where its gift is. */
export function giftToken(keyring: Keyring, { clientId, requestId, linkSalt }: LinkedRequest): string {
  return (
    keyring.clientToken(clientId, salted(`gift:${clientId}:${requestId}`, linkSalt)) + placeOf(requestId)
  );
}

export function receivingLink(baseUrl: string, token: string): string {
  return `${baseUrl}/g/${token}`;
}

/** Whoever has the link of a choice certificate exchanges it: its page has the same token. */
export const exchangeLink = (baseUrl: string, token: string): string => `${baseUrl}/x/${token}`;

/** The code of a certificate as it is printed, and shown to its client: that of a choice certificate leads to its page. */
export const withExchangeLink = (
  { config: { baseUrl } }: { config: { baseUrl: string } },
  { view, code }: { view: GiftView; code: CertificateCode },
  token: string,
): CertificateCode =>
  isChoice(view) ? { ...code, exchangeLink: inLanguage(exchangeLink(baseUrl, token), view.language) } : code;

/** What is stored of a token, 32 bytes: its place, and the hash of its secret. */
export function giftHash(token: string): Buffer {
  const hash = plainHash(token);
  if (hasPlace(token)) placeBytes(token).copy(hash);
  return hash;
}

/** What was stored of tokens before they had places. */
export const plainHash = (token: string): Buffer =>
  tokenHash(hasPlace(token) ? token.slice(0, -placeCharacters) : token);

/** Padded to whole bytes: 18 bits in the upper part of 24. */
const placeOf = (requestId: number): string => {
  const bytes = Buffer.alloc(placeCharacters);
  bytes.writeUIntBE((Math.floor(requestId / requestsAtPlace) % places) << 6, 0, placeCharacters);
  return bytes.toString('base64url').slice(0, placeCharacters);
};

const placeBytes = (token: string): Buffer =>
  Buffer.from(token.slice(-placeCharacters).padEnd(placeCharacters + 1, 'A'), 'base64url');
