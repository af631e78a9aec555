/** Whether the fields of a look may be shown to recipients. */
import { isEmailAddress } from '../../platform/values/email-address.ts';
import { readContactPhone } from '../../platform/values/phone.ts';
import { fullColours, unreadable } from '../templates/colours.ts';
import { mix } from '../templates/contrast.ts';
import { emptyFields, lookFields, type LookField, type LookFields } from './client-look.ts';
import { deceives } from './names.ts';

export const longest: Record<LookField, number> = {
  senderName: 40,
  greetingRu: 300,
  greetingEn: 300,
  footerRu: 200,
  footerEn: 200,
  accent: 7,
  paper: 7,
  supportEmail: 255,
  supportPhone: 30,
  site: 200,
};

export type LookReason =
  | 'too-long'
  /** Control characters, or ones that nobody sees. */
  | 'signs'
  | 'link'
  | 'phone-number'
  /** A word of two alphabets that looks like one of Latin letters. */
  | 'alphabets'
  /** `found` is not the client's name. */
  | 'foreign-name'
  | 'colour'
  /** `found` is a colour near it that can be read. */
  | 'contrast'
  | 'needs-accent'
  | 'email'
  | 'phone'
  | 'site';

export interface LookProblem {
  field: LookField;
  why: LookReason;
  found?: string;
}

const texts: ReadonlySet<LookField> = new Set(['greetingRu', 'greetingEn', 'footerRu', 'footerEn']);

/** Returns the fields in the form in which they are stored: trimmed, with sites and colours in one spelling. */
export function cleanFields(typed: Partial<LookFields>): LookFields {
  const trimmed = lookFields.map((field) => [field, (typed[field] ?? '').replaceAll('\r\n', '\n').trim()]);
  const fields = { ...emptyFields, ...(Object.fromEntries(trimmed) as Partial<LookFields>) };
  return {
    ...fields,
    senderName: fields.senderName.replaceAll(/\s+/g, ' '),
    accent: fields.accent.toLowerCase(),
    paper: fields.paper.toLowerCase(),
    site: siteOf(fields.site),
  };
}

/** A name without `https://` is one. */
function siteOf(text: string): string {
  const url = text === '' ? null : URL.parse(text.includes('://') ? text : `https://${text}`);
  return url === null ? text : url.href;
}

export const judgeFields = (fields: LookFields): LookProblem[] =>
  lookFields.flatMap((field): LookProblem[] => {
    const problem = fields[field] === '' ? null : problemOf(field, fields);
    return problem === null ? [] : [{ field, ...problem }];
  });

type Found = Omit<LookProblem, 'field'>;

function problemOf(field: LookField, fields: LookFields): Found | null {
  const text = fields[field];
  if (Array.from(text).length > longest[field]) return { why: 'too-long' };
  if (hasHiddenSigns(texts.has(field) ? withoutAllowed(text) : text)) return { why: 'signs' };
  if (texts.has(field)) return wordsProblem(text);
  switch (field) {
    case 'senderName':
      return nameProblem(text);
    case 'accent':
      return accentProblem(text);
    case 'paper':
      return paperProblem(fields);
    case 'supportEmail':
      return isEmailAddress(text) ? null : { why: 'email' };
    case 'supportPhone':
      return readContactPhone(text) !== null ? null : { why: 'phone' };
    default:
      return isSite(text) ? null : { why: 'site' };
  }
}

/** A direction of writing that is turned round, or a sign of no width inside a name, deceives whoever reads it. */
const hasHiddenSigns = (text: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Line breaks, and emoji with the hidden signs that hold their parts together. */
const withoutAllowed = (text: string): string => text.replaceAll(/\n|\p{RGI_Emoji}|[\uFE0E\uFE0F]/gv, ' ');

/** Mail programs and phones make links of these by themselves. */
const linkLike = /:\/\/|@|＠|(?:^|[^\p{L}])www\.|[\p{L}\p{N}_-][.․。．｡]\p{L}{2}/iu;
/** A year or a sum has fewer digits. */
const phoneLike = /\p{Nd}(?:[\s()\p{Pd}]{0,3}\p{Nd}){8}|\p{Nd}{3}\.\p{Nd}{3}\.\p{Nd}{2}/u;

function wordsProblem(text: string): Found | null {
  if (linkLike.test(text)) return { why: 'link' };
  return phoneLike.test(text) ? { why: 'phone-number' } : null;
}

/** What may stand in a header, and no sign by which mail programs tell an address. */
const nameSigns = /^[\p{L}\p{M}\p{N} .,&'’«»“”„()+!№–—-]+$/u;

function nameProblem(text: string): Found | null {
  const problem = wordsProblem(text);
  if (problem !== null) return problem;
  if (!nameSigns.test(text) || !/\p{L}/u.test(text)) return { why: 'signs' };
  return deceives(text) ? { why: 'alphabets' } : null;
}

const isColour = (text: string): boolean => /^#[\da-f]{6}$/.test(text);

const isReadable = (accent: string, paper?: string): boolean =>
  unreadable(fullColours({ accent, ...(paper !== undefined && { paper }) }, 'light'), 'light').length === 0;

function accentProblem(accent: string): Found | null {
  if (!isColour(accent)) return { why: 'colour' };
  return isReadable(accent) ? null : { why: 'contrast', found: nearReadable(accent, '#000000', isReadable) };
}

function paperProblem({ accent, paper }: LookFields): Found | null {
  if (!isColour(paper)) return { why: 'colour' };
  if (accent === '') return { why: 'needs-accent' };
  if (!isColour(accent) || !isReadable(accent) || isReadable(accent, paper)) return null;
  return { why: 'contrast', found: nearReadable(paper, '#ffffff', (near) => isReadable(accent, near)) };
}

const steps = 20;

function nearReadable(colour: string, towards: string, fits: (near: string) => boolean): string {
  for (let step = 1; step < steps; step++) {
    const near = mix(colour, towards, step / steps);
    if (fits(near)) return near;
  }
  return towards;
}

function isSite(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    url.protocol === 'https:' &&
    [url.username, url.password, url.port, url.search, url.hash].every((part) => part === '') &&
    /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(url.hostname)
  );
}
