/** A DNS resolver with limits on the number and duration of lookups for one mail. */
import { Resolver } from 'node:dns/promises';

const maxLookups = 40;
const lookupTimeoutMs = 2000;
const maxTries = 2;

export type Resolve = (name: string, type: string) => Promise<string[] | string[][]>;

export function limitedResolver(servers: string[]): Resolve {
  const resolver = new Resolver({ timeout: lookupTimeoutMs, tries: maxTries });
  if (servers.length > 0) resolver.setServers(servers);
  let lookups = 0;
  return async (name, type) => {
    lookups += 1;
    if (lookups > maxLookups) throw Object.assign(new Error('too many lookups'), { code: 'ETIMEOUT' });
    return (await resolver.resolve(name, type)) as string[] | string[][];
  };
}
