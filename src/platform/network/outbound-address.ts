import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether a foreign address may be called: only public unicast. Refused are loopback, private and carrier-grade
 * networks, link-local (with metadata services), multicast, reserved ranges, and every form that embeds an IPv4 address
 * in IPv6 (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' ? !isUnlisted(parsed, unlistedV4) : isGlobalV6(parsed);
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Ranges of the IANA special-purpose registries that the library treats as ordinary. */
const unlistedV4 = ['192.0.0.0/24', '198.18.0.0/15', '192.88.99.0/24'].map((text) => ipaddr.parseCIDR(text));
const unlistedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((text) =>
  ipaddr.parseCIDR(text),
);
/** All IPv6 unicast ever assigned; everything else is local, reserved or embeds IPv4. */
const handedOutV6 = ipaddr.parseCIDR('2000::/3');

const isGlobalV6 = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.match(handedOutV6) && !isUnlisted(address, unlistedV6);

const isUnlisted = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: Network[]): boolean =>
  networks.some((network) => address.match(network));

/** The IP literal in a URL's host, in any notation; null if it is a name. */
export function literalOf(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}

/** Names that mean this machine or its network wherever they are asked for, those of one part too. */
const privateName = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/;

/** Whether the host of a URL names what is not public, without a lookup. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return isIP(host) === 0 ? !host.includes('.') || privateName.test(host) : !isPublicAddress(host);
}
