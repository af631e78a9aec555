/** What the pages of signing in say, by language. */
import type { Language } from '../../platform/text/language.ts';
import { confirmLabels } from '../../web/confirm/labels.ts';
import { en } from './labels-en.ts';
import { ru, type SignInLabels } from './labels-ru.ts';

export const signInLabels: Record<Language, SignInLabels> = { ru, en };

/** What a session's flash says on the next page: the name of a label. */
const flashes = [
  'endedOne',
  'passwordChanged',
  'turnedOff',
  'passkeyAdded',
  'passkeyFailed',
  'removed',
  'memberRemoved',
  'givenBack',
  'needed',
  'roleChanged',
  'lastLead',
  'resent',
  'revoked',
  'invited',
  'too-many',
  'waits',
  'confirmed',
  'sameSide',
  'policySaved',
  'notAgain',
] as const;

export type Flash = (typeof flashes)[number];

export function flashText(flash: string | null, language: Language): string | null {
  const name = flashes.find((one) => one === flash);
  if (name === undefined) return null;
  return name === 'notAgain' ? confirmLabels[language].notAgain : signInLabels[language][name];
}
