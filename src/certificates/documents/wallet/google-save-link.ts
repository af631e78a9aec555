/** The link that saves a certificate to Google Wallet. */
import { createHash, createSign } from 'node:crypto';
import type { GoogleWallet } from '../../../platform/settings/wallet-settings.ts';
import type { CertificateCode, GiftView, Language } from '../../certificate.ts';
import { googleFormat, walletBarcode } from './wallet-barcode.ts';
import { issuerName, walletTitle, walletLabels } from './wallet-labels.ts';
import { googleSaveOrigin } from './wallets.ts';

const microsPerKopeck = 10_000;
const classIdLength = 24;
/** Google shows about twenty characters of a name; longer ones would make the address too long for browsers. */
const maxNameLength = 40;
const maxPictureUrlLength = 300;

interface SaveLinkAsk {
  google: GoogleWallet;
  view: GiftView;
  code: CertificateCode;
  language: Language;
  now: Date;
}

/**
 * The link that saves a certificate to Google Wallet. By Google's design it contains the signed certificate itself, so
 * it is given only to the browser that pressed the button and is stored nowhere.
 */
export function googleSaveLink(ask: SaveLinkAsk): string {
  const { google, now } = ask;
  const token = signedToken(google, {
    iss: google.email,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now.getTime() / 1000),
    payload: { giftCardClasses: [cardClass(ask)], giftCardObjects: [cardObject(ask)] },
  });
  return `${googleSaveOrigin}/gp/v/save/${token}`;
}

/** A JSON Web Token, RS256. */
function signedToken(google: GoogleWallet, claims: object): string {
  const signed = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  const signature = createSign('RSA-SHA256').update(signed).sign(google.privateKey, 'base64url');
  return `${signed}.${signature}`;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * The part that all certificates with the same look share. Another look is another class, because saved certificates
 * keep theirs.
 */
function cardClass({ google, view, language }: SaveLinkAsk) {
  const { pictureUrl } = view;
  const isPublic = pictureUrl?.startsWith('https:') === true && pictureUrl.length <= maxPictureUrlLength;
  const look = {
    issuerName: short(issuerName(view)),
    merchantName: short(walletTitle(view, language)),
    hexBackgroundColor: view.design.colours.light.accent,
    ...(isPublic && { heroImage: { sourceUri: { uri: pictureUrl } } }),
  };
  const id = createHash('sha256').update(JSON.stringify(look)).digest('hex').slice(0, classIdLength);
  return { id: `${google.issuerId}.${id}`, reviewStatus: 'UNDER_REVIEW', ...look };
}

function short(name: string): string {
  const characters = [...name];
  return characters.length <= maxNameLength ? name : `${characters.slice(0, maxNameLength - 1).join('')}…`;
}

function cardObject(ask: SaveLinkAsk) {
  const { google, view, code, language, now } = ask;
  const labels = walletLabels(view, language);
  const bars = walletBarcode(view, code);
  return {
    id: `${google.issuerId}.${view.clientId}-${view.requestId}`,
    classId: cardClass(ask).id,
    state: 'ACTIVE',
    cardNumber: code.number,
    ...(code.pin !== '' && { pin: code.pin }),
    balance: {
      micros: String((view.leftKopecks ?? view.faceKopecks) * microsPerKopeck),
      currencyCode: 'RUB',
    },
    balanceUpdateTime: { date: now.toISOString() },
    ...(view.expiresAt !== null && {
      validTimeInterval: { end: { date: view.expiresAt.toISOString() } },
    }),
    ...(bars !== null && {
      barcode: { type: googleFormat(bars), value: bars.text, alternateText: code.number },
    }),
    textModulesData: [{ id: 'order', header: labels.order, body: view.orderNumber }],
  };
}
