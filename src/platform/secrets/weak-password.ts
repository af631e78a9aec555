/** Judges passwords that people choose. */
import { onLatinKeys } from '../text/keyboard.ts';
import { workerThreads } from '../threads/worker-threads.ts';
import type { GuessesAsk } from './guesses-worker.ts';

/** Shorter passwords are too easy to guess whatever they contain; longer ones are never truncated. */
export const leastPassword = 12;
export const mostPassword = 200;
/** Words to avoid in a password, in addition to personal ones. */
const leastBesideNames = 8;
/**
 * The number of guesses it must withstand, in the order of common attacks: names, common words, keyboard sequences,
 * years.
 */
const leastGuesses = 1e8;
/** Judging long texts is slow; the beginning of a long one is strong enough by itself. */
const judgedLetters = 40;

/** A list of 49,000 common passwords is loaded with the first use. No page waits while a password is judged. */
const limits = { megabytes: 256, timeoutMs: 20_000, maxUnderWay: 32 };
const thread = workerThreads<GuessesAsk, number>(new URL('./guesses-worker.ts', import.meta.url), limits);

export type Weakness = 'short' | 'long' | 'common' | 'named';

/** Why a chosen password is too weak; `names` are those of the person, the shop and the previous password. */
export async function weaknessOf(password: string, names: string[]): Promise<Weakness | null> {
  const letters = Array.from(password.normalize('NFKC'));
  if (letters.length < leastPassword) return 'short';
  if (letters.length > mostPassword) return 'long';
  const beginning = letters.slice(0, judgedLetters).join('');
  const given = names.filter((name) => name.length > 2);
  if (withoutNames(letters.join(''), given).length < leastBesideNames) return 'named';
  // «йцукен» is as common as "qwerty", and «пароль» is often typed with the other layout.
  const forms = [beginning, onLatinKeys(beginning)];
  return (await thread.run(() => ({ forms, names: given }))) < leastGuesses ? 'common' : null;
}

function withoutNames(password: string, names: string[]): string {
  const parts = names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2);
  return parts
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word.toLowerCase(), ''), password.toLowerCase());
}
