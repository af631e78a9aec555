/** Numbers of certificates that the platform makes. */
import { randomBytes } from 'node:crypto';
import { normaliseNumber } from './compared-number.ts';

/** Crockford's alphabet without I, L, O and U, so that nothing is misread at a till. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomSymbols = 15;

/** A certificate number made by the platform: 15 random symbols (75 bits) and a check symbol (Luhn over 32 symbols). */
export function newPlatformNumber(): string {
  const symbols = [...randomBytes(randomSymbols)].map((byte) => byte % alphabet.length);
  return [...symbols, checkSymbol(symbols)].map((symbol) => alphabet[symbol]).join('');
}

/** Whether a typed number has the right format and check symbol: most typing errors are found without a lookup. */
export function isPlatformNumber(number: string): boolean {
  if (number.length !== randomSymbols + 1) return false;
  const symbols: number[] = [];
  for (const letter of number) {
    const symbol = alphabet.indexOf(letter);
    if (symbol === -1) return false;
    symbols.push(symbol);
  }
  const check = symbols.pop();
  return checkSymbol(symbols) === check;
}

/**
 * Corrects O typed for 0, and I or L for 1: Crockford's alphabet has none of these letters. A text that is not a
 * platform number even then is returned as typed.
 */
export function meantNumber(typed: string): string {
  const normal = normaliseNumber(typed);
  const meant = misread.test(normal) ? normal.replaceAll('O', '0').replaceAll(/[IL]/g, '1') : normal;
  return isPlatformNumber(meant) ? meant : typed;
}

const misread = /[OIL]/;

/** Luhn over 32 symbols: from the last on, every other one counts twice. */
function checkSymbol(symbols: number[]): number {
  const size = alphabet.length;
  let sum = 0;
  for (let place = 0; place < symbols.length; place += 1) {
    const symbol = symbols[place] ?? 0;
    const weighted = (symbols.length - place) % 2 === 1 ? symbol * 2 : symbol;
    sum += Math.floor(weighted / size) + (weighted % size);
  }
  return (size - (sum % size)) % size;
}
