/** The text is not URL-encoded pairs. */
export type PairsProblem = { problem: 'encoding'; name: string } | { problem: 'nul'; name: string };

export type Pair = [name: string, value: string];

/**
 * Splits `a=1&b=2` and decodes both sides: percent-encoding must be complete and valid UTF-8, `+` is a space. Never
 * throws.
 */
export function readPairs(text: string): Pair[] | PairsProblem {
  const pairs: Pair[] = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    if (name === null) return { problem: 'encoding', name: '' };
    const value = equals === -1 ? '' : decode(part.slice(equals + 1));
    if (value === null) return { problem: 'encoding', name };
    if (name.includes('\0') || value.includes('\0')) return { problem: 'nul', name };
    pairs.push([name, value]);
  }
  return pairs;
}

/** Names come from outside, so only harmless ones are repeated in an answer. */
export const sayable = (name: string): string => (/^[\w[\].-]{1,64}$/.test(name) ? ` ${name}` : '');

export function describePairsProblem({ problem, name }: PairsProblem): string {
  return problem === 'nul'
    ? `NUL in a parameter${sayable(name)}`
    : `a parameter${sayable(name)} is not percent-encoded UTF-8`;
}

function decode(text: string): string | null {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text; null if they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
