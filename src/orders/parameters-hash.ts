import { hash } from 'node:crypto';

/**
 * What a repeated uuid is compared by: the values as they were understood, in one order. In which order, form or place the
 * client sent them makes no difference, nor whether it spelled out a default.
 */
export function parametersHash(values: readonly (string | number | boolean | null)[]): string {
  return hash('sha256', JSON.stringify(values), 'hex');
}
