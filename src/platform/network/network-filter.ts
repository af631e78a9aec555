import ipaddr from 'ipaddr.js';

/** Without networks every address may call. IPv4 addresses mapped into IPv6 count as IPv4. */
export function networkFilter(networks: string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const allowed = networks.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const caller = ipaddr.process(address);
    return allowed.some((network) => caller.kind() === network[0].kind() && caller.match(network));
  };
}
