/** What a client adds to the look of its gifts. */
import { domainToUnicode } from 'node:url';
import type { Language } from '../../platform/text/language.ts';
import { fullColours, nightColours } from '../templates/colours.ts';
import type { CertificateDesign } from '../templates/design.ts';

/**
 * `draft` is being made, `proposed` waits for the operator. `approved` is shown, one of each campaign. All others have ended:
 * `declined` by the operator, `withdrawn` by the operator or the client, `replaced` by a later one of its campaign.
 */
export type LookState = 'draft' | 'proposed' | 'approved' | 'declined' | 'withdrawn' | 'replaced';

/** What is typed; '' where nothing is said. */
export const lookFields = [
  /** Stands as the sender of letters and texts, unless the order names one. */
  'senderName',
  /** Used for an order that has no greeting. */
  'greetingRu',
  'greetingEn',
  'footerRu',
  'footerEn',
  /** Buttons and links; `#rrggbb`. */
  'accent',
  /** Behind the sheet. */
  'paper',
  'supportEmail',
  'supportPhone',
  'site',
] as const;
export type LookField = (typeof lookFields)[number];
export type LookFields = Record<LookField, string>;

export const emptyFields = Object.fromEntries(lookFields.map((field) => [field, ''])) as LookFields;

/** On a white ground, whatever the page around it is. */
export interface LookLogo {
  /** Address on this server, or the picture itself where nobody but the reader may see it yet. */
  path: string;
  width: number;
  height: number;
  png: Uint8Array;
}

/** A look as pages, letters and PDFs show it. */
export interface ClientLook {
  senderName: string;
  words: Record<Language, { greeting: string; footer: string }>;
  /** Null: those of the product. */
  colours: CertificateDesign['colours'] | null;
  /** Whom to ask about the gift. */
  support: { phone: string; email: string; url: '' };
  /** Address of the client's site; '' if it names none. */
  site: string;
  logo: LookLogo | null;
}

export function shownLook(fields: LookFields, logo: LookLogo | null): ClientLook {
  return {
    senderName: fields.senderName,
    words: {
      ru: { greeting: fields.greetingRu, footer: fields.footerRu },
      en: { greeting: fields.greetingEn, footer: fields.footerEn },
    },
    colours: coloursOf(fields),
    support: { phone: fields.supportPhone, email: fields.supportEmail, url: '' },
    site: fields.site,
    logo,
  };
}

function coloursOf({ accent, paper }: LookFields): ClientLook['colours'] {
  if (accent === '') return null;
  const light = fullColours({ accent, ...(paper !== '' && { paper }) }, 'light');
  return { light, dark: nightColours(light) };
}

/** Codes of orders that name a campaign; the code of orders without one is `API`. */
export const isCampaign = (text: string): boolean => /^[A-Z0-9_]{1,100}$/.test(text) && text !== 'API';

/** Below this address the logos of looks are served that are shown or have been. */
export const logosPrefix = '/pictures/by/';
export const logoPath = (clientId: number, name: string): string => `${logosPrefix}${clientId}/${name}`;

/**
 * A site as it is read: one below `.рф` in its own letters. Elsewhere Cyrillic letters could pass for Latin ones, so they stay as they
 * are sent.
 */
export function siteName(site: string): string {
  const url = URL.parse(site);
  if (url === null) return site;
  const { hostname, pathname } = url;
  const isOfOwnLetters = /\.xn--[a-z\d-]+$/.test(hostname);
  return `${isOfOwnLetters ? domainToUnicode(hostname) : hostname}${pathname.replace(/\/$/, '')}`;
}

/** A logo as part of the page that shows it. */
export const inlineLogo = (png: Uint8Array): string =>
  `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
