/**
 * Cuts what stands at the edges of a text, in a time that grows with its length. An expression that ends with `+$` begins
 * again at each place, and takes the square of it.
 */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export function withoutEdges(text: string, signs: string): string {
  const rest = withoutEnd(text, signs);
  let from = 0;
  while (from < rest.length && signs.includes(rest.charAt(from))) from += 1;
  return rest.slice(from);
}
