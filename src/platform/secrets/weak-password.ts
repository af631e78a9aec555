import { onLatinKeys } from '../text/keyboard.ts';

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

export type Weakness = 'short' | 'long' | 'common' | 'named';

/** Why a chosen password is too weak; `names` are those of the person, the shop and the previous password. */
export async function weaknessOf(password: string, names: string[]): Promise<Weakness | null> {
  const letters = Array.from(password.normalize('NFKC'));
  if (letters.length < leastPassword) return 'short';
  if (letters.length > mostPassword) return 'long';
  const beginning = letters.slice(0, judgedLetters).join('');
  const given = names.filter((name) => name.length > 2);
  if (withoutNames(letters.join(''), given).length < leastBesideNames) return 'named';
  const estimate = await estimator();
  // «йцукен» is as common as "qwerty", and «пароль» is often typed with the other layout.
  const guesses = [beginning, onLatinKeys(beginning)].map((form) => estimate(form, given));
  return Math.min(...guesses) < leastGuesses ? 'common' : null;
}

function withoutNames(password: string, names: string[]): string {
  const parts = names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2);
  return parts
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word.toLowerCase(), ''), password.toLowerCase());
}

type Estimate = (password: string, names: string[]) => number;

let estimating: Promise<Estimate> | undefined;

/** The list of 49,000 common passwords is loaded with the first use, not at the start. */
function estimator(): Promise<Estimate> {
  estimating ??= (async () => {
    const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ]);
    const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
    return (password, names) => zxcvbn.check(password, names).guesses;
  })();
  return estimating;
}
