import { hash } from 'node:crypto';

/**
 * What a repeated uuid is compared by: the values as they were understood, by name. In which order, form or place the
 * client sent them makes no difference, nor whether it spelled out a default.
 */
export function parametersHash(values: Record<string, string | number | boolean | Date | null>): Buffer {
  const sorted = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify(sorted), 'buffer');
}
