/** Why a report on a letter was set aside, in the language of the page. */
import type { Language } from '../../../platform/text/language.ts';

/** Why a mail to the bounce address was set aside, in Russian; the reading itself speaks English. */
const russian: readonly [RegExp, string][] = [
  [/^a complaint$/, 'жалоба'],
  [/^no delivery report$/, 'не отчёт о доставке'],
  [/^a broken delivery report$/, 'испорченный отчёт о доставке'],
  [/^a report that names no letter of ours$/, 'отчёт не о нашем письме'],
  [/^larger than (\d+) MB$/, 'больше $1 МБ'],
  [/^a head of more than (\d+) kB$/, 'заголовки длиннее $1 кБ'],
];

export function bounceReason(why: string, language: Language): string {
  if (language === 'en') return why;
  const known = russian.find(([form]) => form.test(why));
  return known === undefined ? why : why.replace(known[0], known[1]);
}
