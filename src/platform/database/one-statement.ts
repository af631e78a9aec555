/** Several changes as one statement. */

/** Text of a statement that makes a change, with `$1`, `$2` … for its own values. */
type ChangeText = string;

/**
 * A single statement is a transaction of its own, whole or not at all: there is no `begin` whose answer must be awaited, and no commit to
 * send. `answer` selects from what the changes return, by their names. Values follow each other in the order of the changes. All changes see
 * the rows as they were before the statement, so no two of them may change the same row.
 */
export function oneStatement(changes: Record<string, ChangeText>, answer: string): string {
  let before = 0;
  const parts = Object.entries(changes).map(([name, text]) => {
    const [own, count] = numberedFrom(before, text);
    before += count;
    return `${name} as (${own})`;
  });
  return `with ${parts.join(',\n')}\n${answer}`;
}

function numberedFrom(before: number, text: ChangeText): [text: string, values: number] {
  let count = 0;
  const numbered = text.replaceAll(/\$(\d+)/g, (_, place: string) => {
    count = Math.max(count, Number(place));
    return `$${before + Number(place)}`;
  });
  return [numbered, count];
}
