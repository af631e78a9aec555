import { hash } from 'node:crypto';

/**
 * The hash by which repeats of a uuid are compared: the parsed values in a fixed order. The order, form and place of
 * the parameters in the request do not matter, and neither do explicit defaults.
 */
export function parametersHash(values: readonly (string | number | boolean | null)[]): string {
  return hash('sha256', JSON.stringify(values), 'hex');
}
