/** A person's name as it is kept; null: empty, too long, or not a line of text. */
const longestName = 100;

export function readName(typed: string): string | null {
  const name = typed.trim().replaceAll(/\s+/g, ' ');
  return name === '' || name.length > longestName || /\p{Cc}/u.test(name) ? null : name;
}
