/** A reason that somebody has to give. */

/** Empty if there is none, or one that is too long to be kept whole. */
export function givenReason(typed: string, most: number): string {
  const reason = typed.trim();
  return [...reason].length > most ? '' : reason;
}
