import { randomBytes } from 'node:crypto';
import { normaliseNumber } from './seal-code.ts';

/** Crockford's alphabet: no I, L, O and U, so that nothing is misread at a till. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomSymbols = 15;

/** A certificate number of our own: 15 random symbols (75 bits) and a check symbol (Luhn over 32 symbols). */
export function newPlatformNumber(): string {
  const symbols = [...randomBytes(randomSymbols)].map((byte) => byte % alphabet.length);
  return [...symbols, checkSymbol(symbols)].map((symbol) => alphabet[symbol]).join('');
}

/** Whether a typed number has the right form and check symbol: most slips of a finger are caught before any look-up. */
export function isPlatformNumber(number: string): boolean {
  const symbols = [...number].map((letter) => alphabet.indexOf(letter));
  return (
    symbols.length === randomSymbols + 1 &&
    !symbols.includes(-1) &&
    checkSymbol(symbols.slice(0, -1)) === symbols[randomSymbols]
  );
}

/**
 * The number of ours that somebody may have meant who typed O for 0, or I or L for 1: Crockford's alphabet has none of
 * these letters, so the slip can be undone. What still is no number of ours stays as it was typed.
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
