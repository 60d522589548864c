import { BlockList, isIP, isIPv6 } from 'node:net'

/** Special-purpose blocks of IPv4 that are not publicly reachable (RFC 6890 and its registry), multicast, reserved. */
const PRIVATE_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
/** Exceptions in global unicast: protocol assignments with Teredo, documentation, and 6to4, which wraps any IPv4 address. */
const PRIVATE_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const
/** Prefixes with an IPv4 address in the last 32 bits: IPv4-mapped (RFC 4291 §2.5.5.2) and NAT64 (RFC 6052 §2.1). */
const IPV4_PREFIXES = ['::ffff:', '64:ff9b::'] as const

const privateBlocks = new BlockList()
const publicBlocks = new BlockList()
publicBlocks.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of PRIVATE_IPV6) privateBlocks.addSubnet(net, bits, 'ipv6')
for (const prefix of IPV4_PREFIXES) publicBlocks.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6')
for (const [net, bits] of PRIVATE_IPV4) {
  privateBlocks.addSubnet(net, bits, 'ipv4')
  for (const prefix of IPV4_PREFIXES) privateBlocks.addSubnet(`${prefix}${net}`, 96 + bits, 'ipv6')
}

/**
 * True for an address on the open internet. Loopback, private, link-local, shared (CGNAT), unique local, documentation
 * and wrapped forms of them are not, and neither is anything that is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateBlocks.check(address, 'ipv4')
  // A zone (fe80::1%eth0) belongs to addresses of one link.
  if (isIP(address) !== 6 || address.includes('%')) return false
  return publicBlocks.check(address, 'ipv6') && !privateBlocks.check(address, 'ipv6')
}

/** The rate limit key of a client address. An IPv6 address counts by its /64, which one household has. */
export function rateLimitKey(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const behind = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const whole =
    tail === undefined
      ? groups
      : [...groups, ...Array(8 - groups.length - behind.length).fill('0'), ...behind]
  return `${whole.slice(0, 4).join(':')}::/64`
}
