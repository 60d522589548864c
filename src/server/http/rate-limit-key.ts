import { isIPv6 } from 'node:net'

/** The key of a caller's address: one household has a whole /64 of IPv6 addresses to itself. */
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
