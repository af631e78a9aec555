/** Resolves names to addresses that may be called (the guard against calls into our own network). */
import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

const nameServerTimeoutMs = 3000;
const nameServerTries = 2;

/** The name resolves to an address that may not be called. */
export class RefusedAddress extends Error {}

/**
 * Node connects to exactly the addresses returned here, so the name cannot resolve differently after the check (DNS
 * rebinding).
 */
export function checkedAddresses(
  resolve: (host: string) => Promise<string[]>,
  mayCall: (address: string) => boolean,
): (host: string) => Promise<string[]> {
  return async (host) => {
    const found = await resolve(host);
    if (found.length === 0) throw unknownHost();
    // One forbidden address among allowed ones is an attempted attack, so the whole name is refused.
    if (!found.every(mayCall)) throw new RefusedAddress();
    return found;
  };
}

/** The same for clients that look up by themselves. */
export function lookupBy(addresses: (host: string) => Promise<string[]>): LookupFunction {
  return (host, { all }, answer) => {
    addresses(host).then(
      (found) => {
        const [first = ''] = found;
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
 * Queries the name servers directly. The system's lookup would block one of Node's few threads for each name whose
 * servers hang, so one client's dead domain could delay calls for all others.
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
