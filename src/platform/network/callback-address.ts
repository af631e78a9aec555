/** The one judgement of an address that receives callbacks: of clients, of sandboxes and of single orders. */
import { isPrivateHost } from './outbound-address.ts';

export type AddressProblem = 'no-address' | 'with-password' | 'too-long' | 'private';

const longestAddress = 2048;

/**
 * Null: it can be called, as far as it tells. A name may still lead into a private network, which is seen at each call.
 * `allowsPrivate`: the installation calls receivers within its own network.
 */
export function addressProblem(address: string, allowsPrivate: boolean): AddressProblem | null {
  if ([...address].length > longestAddress) return 'too-long';
  const url = /[\s\p{C}]/u.test(address) ? null : URL.parse(address);
  if (url === null || url.hostname === '' || !/^https?:\/\//i.test(address)) return 'no-address';
  if (url.username !== '' || url.password !== '') return 'with-password';
  return !allowsPrivate && isPrivateHost(url.hostname) ? 'private' : null;
}

/** The part that lists and the audit may show: the query may hold a secret of the receiver, and older addresses a password. */
export const shownAddress = (address: string): string =>
  address.replace(/^(https?:\/\/)[^/?#]*@/i, '$1…@').replace(/[?#].*/s, '?…');
