/** The reverse proxies in front of the server. */
import ipaddr from 'ipaddr.js';
import { text, type Environment } from './environment.ts';
import { networkFilter } from '../network/network-filter.ts';
import { StartProblem } from '../process/start-problem.ts';

const name = 'FACEVALUE_TRUSTED_PROXIES';
const none = 'none';

/**
 * Addresses and networks of reverse proxies whose X-Forwarded-For is trusted. Production requires the setting: behind
 * an unknown proxy all callers would share one address, and without a proxy anybody could claim any address.
 */
export function readTrustedProxies(env: Environment): string[] {
  const value = text(env, name, none).trim();
  if (value === none) return [];
  const proxies = value.split(',').map((proxy) => proxy.trim());
  const wrong = proxies.find((proxy) => !ipaddr.isValid(proxy) && !ipaddr.isValidCIDR(proxy));
  if (wrong !== undefined) {
    throw new StartProblem(
      `${name} must be ${none}, or addresses and networks by commas (10.0.0.5, 10.1.0.0/16); it names "${wrong}".`,
    );
  }
  return proxies;
}

/** Whether an address is that of a named proxy. */
export function trustedProxy(proxies: string[]): (address: string) => boolean {
  if (proxies.length === 0) return () => false;
  return networkFilter(proxies.map((proxy) => (proxy.includes('/') ? proxy : networkOf(proxy))));
}

const networkOf = (address: string): string =>
  `${address}/${ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128}`;
