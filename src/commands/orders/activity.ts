import type { PoolImportAsk } from '../../vault/import-pool/import-pool.ts';
import { Misuse } from '../shell/problems.ts';

/** What --all-active and --inactive say of the codes of a file. */
export function activityOf(options: {
  allActive?: boolean;
  inactive?: boolean;
}): NonNullable<PoolImportAsk['activity']> {
  const { allActive, inactive } = options;
  if (allActive === true && inactive === true) throw new Misuse('Choose one of --all-active and --inactive.');
  if (allActive === true) return 'all-active';
  return inactive === true ? 'all-inactive' : 'by-row';
}
