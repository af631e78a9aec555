/** Numbers of certificates that the platform makes. */
import { randomBytes } from 'node:crypto';
import { normaliseNumber } from './seal-code.ts';

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
  const symbols = [...number].map((letter) => alphabet.indexOf(letter));
  return (
    symbols.length === randomSymbols + 1 &&
    !symbols.includes(-1) &&
    checkSymbol(symbols.slice(0, -1)) === symbols[randomSymbols]
  );
}

/**
 * Corrects O typed for 0, and I or L for 1: Crockford's alphabet has none of these letters. A text that is not a
 * platform number even then is returned as typed.
 */
export function meantNumber(typed: string): string {
  const meant = normaliseNumber(typed).replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return isPlatformNumber(meant) ? meant : typed;
}

function checkSymbol(symbols: number[]): number {
  const size = alphabet.length;
  const sum = symbols.toReversed().reduce((total, symbol, index) => {
    const weighted = index % 2 === 0 ? symbol * 2 : symbol;
    return total + Math.floor(weighted / size) + (weighted % size);
  }, 0);
  return (size - (sum % size)) % size;
}
