/**
 * JSON with a line for each field, for people to read. Every character of it stays as it was sent, so that nothing is
 * mended on the way: two fields of one name, long numbers and what is no JSON at all are shown as they are.
 */
export function indentJson(text: string): string {
  let depth = 0;
  // A string, whole; what opens, closes or divides, with the space around it.
  return text.replaceAll(
    /"(?:[^"\\]|\\.)*(?:"|$)|(?<!\s)\s*([[{]\s*[\]}]|[[\]{},])\s*/g,
    (whole, mark?: string) => {
      if (mark === undefined || mark.length > 1) return whole;
      if (mark === ',') return `,${line(depth)}`;
      const opens = mark === '{' || mark === '[';
      depth = Math.max(0, depth + (opens ? 1 : -1));
      return opens ? `${mark}${line(depth)}` : `${line(depth)}${mark}`;
    },
  );
}

/** What is nested deeper stands below each other: blanks would be many more than signs. */
const deepestIndented = 20;

const line = (depth: number): string => `\n${'  '.repeat(Math.min(depth, deepestIndented))}`;
