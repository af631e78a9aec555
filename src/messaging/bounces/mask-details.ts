/** Masks what a foreign server says of a letter. */

const maxLength = 200;
const leastTellingLength = 3;

/**
 * The explanation of a foreign server, safe to store: without addresses, links, the recipient's name and long numbers.
 */
export function maskDetails(details: string, recipient: string): string {
  const name = recipient.split('@')[0] ?? '';
  return details
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => (isTelling(word, name) ? '…' : word))
    .join(' ')
    .replaceAll(/…(?: …)+/g, '…')
    .slice(0, maxLength)
    .toWellFormed();
}

const isTelling = (word: string, name: string): boolean =>
  /[@/\\]|%40|\p{N}{5}|[\p{L}\p{N}_-]{24}/u.test(word) ||
  (name.length >= leastTellingLength && word.toLowerCase().includes(name.toLowerCase()));
