import ipaddr from 'ipaddr.js';

const networkBits = 64;

/**
 * Whom the tries from an address are counted for: an IPv4 address (also one that is written as IPv6), or the /64 of an
 * IPv6 address, which is what one customer is given at the least.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${networkBits}`);
  return `${network.toString()}/${networkBits}`;
}
