/** Reads a list of networks as a person types it. */
import ipaddr from 'ipaddr.js';

/** A client with more of them has no list but a table in front of its servers. */
const mostNetworks = 100;

export type NetworksReading =
  | { is: 'read'; networks: string[] }
  /** `part` as it was typed. */
  | { is: 'wrong'; part: string }
  | { is: 'too-many'; most: number };

/**
 * Networks as typed, one after the other, by commas, semicolons or lines: a bare address is a network of one, and bits after
 * the prefix are cleared.
 */
export function readNetworks(text: string): NetworksReading {
  const parts = text
    .split(/[,;\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > mostNetworks) return { is: 'too-many', most: mostNetworks };
  const networks = new Set<string>();
  for (const part of parts) {
    const network = networkOf(part);
    if (network === null) return { is: 'wrong', part };
    networks.add(network);
  }
  return { is: 'read', networks: [...networks] };
}

function networkOf(part: string): string | null {
  const whole = part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`;
  if (!ipaddr.isValidCIDR(whole)) return null;
  const address = ipaddr.IPv4.isValidCIDR(whole)
    ? ipaddr.IPv4.networkAddressFromCIDR(whole)
    : ipaddr.IPv6.networkAddressFromCIDR(whole);
  // PostgreSQL accepts a network only with its host bits clear.
  return `${address.toString()}/${whole.split('/')[1] ?? ''}`;
}
