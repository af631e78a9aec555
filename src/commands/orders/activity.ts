import type { PoolImportAsk } from '../../vault/import-pool/import-ask.ts';
import { Misuse } from '../shell/problems.ts';

/** Maps --all-active and --inactive to the state of a file's codes. */
export function activityOf(options: {
  allActive?: boolean;
  inactive?: boolean;
}): NonNullable<PoolImportAsk['activity']> {
  const { allActive, inactive } = options;
  if (allActive === true && inactive === true) throw new Misuse('Choose one of --all-active and --inactive.');
  if (allActive === true) return 'all-active';
  return inactive === true ? 'all-inactive' : 'by-row';
}
