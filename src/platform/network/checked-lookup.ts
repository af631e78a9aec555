import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

const nameServerTimeoutMs = 3000;
const nameServerTries = 2;

/** The name leads to an address that may not be called. */
export class RefusedAddress extends Error {}

/** Node connects to the very addresses handed back here, so a name can't change its mind after the check. */
export function checkedLookup(
  resolve: (host: string) => Promise<string[]>,
  mayCall: (address: string) => boolean,
): LookupFunction {
  return (host, { all }, answer) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (first === undefined) return answer(unknownHost(), '', 4);
        // One wrong address among good ones is an attempt to slip through, not a mistake to forgive.
        if (!found.every(mayCall)) return answer(new RefusedAddress(), '', 4);
        if (!all) return answer(null, first, familyOf(first));
        return answer(
          null,
          found.map((address) => ({ address, family: familyOf(address) })),
        );
      },
      (error: Error) => answer(error, '', 4),
    );
  };
}

const familyOf = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4);

const unknownHost = (): NodeJS.ErrnoException =>
  Object.assign(new Error('unknown host'), { code: 'ENOTFOUND' });

export async function resolveBySystem(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address);
}

/**
 * Asks the name servers directly. The system's own lookup would keep one of Node's few threads busy for each name
 * whose servers hang, and so let one client's dead domain hold up the calls of all others.
 */
export function resolveByNameServers(): (host: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: nameServerTimeoutMs, tries: nameServerTries });
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0) throw unknownHost();
    return found;
  };
}
