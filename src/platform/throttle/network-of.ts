/** The network to which an address is counted. */
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const networkBits = 64;

/**
 * The network for which attempts from an address are counted: an IPv4 address (also if written as IPv6), or the /64 of
 * an IPv6 address, the smallest block that a customer gets.
 */
export function networkOf(address: string): string {
  // Most addresses, which need not be taken apart.
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${networkBits}`);
  return `${network.toString()}/${networkBits}`;
}

/** Blocks that one customer may have as a whole, widest first: a guesser moves within them. */
const widerBits = { ipv4: [24], ipv6: [48, 56] } as const;

/** The wider networks of an address, widest first; none where it is no address. */
export function widerNetworksOf(address: string): string[] {
  if (!ipaddr.isValid(address)) return [];
  const parsed = ipaddr.process(address);
  const family = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return widerBits[parsed.kind()].map(
    (bits) => `${family.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${bits}`).toString()}/${bits}`,
  );
}
