import { describe, expect, test } from 'vitest'
import { checkedAddresses, InnerAddress, mayReach, readAllowedTargets } from './outbound.ts'

const none = readAllowedTargets('')!
const reach = (
  text: string,
  allowed = none,
  resolve = async () => [{ address: '93.184.215.14', family: 4 }],
) => {
  const url = new URL(text)
  return checkedAddresses(url.hostname, (address) => mayReach(allowed, url, address), resolve)
}

describe('without exceptions', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[64:ff9b:1::1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[fd12::1]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
  ])('%s is not reached', async (url) => {
    await expect(reach(url)).rejects.toThrow(InnerAddress)
  })

  test.each(['https://93.184.215.14/', 'https://[2606:2800:21f::1]/', 'https://example.com/'])(
    '%s is reached',
    async (url) => {
      expect(await reach(url)).toHaveLength(1)
    },
  )

  test('a name is not reached if one of its addresses is internal, or it has none', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['93.184.215.14', '::1'], []])
      await expect(
        reach('https://example.com/', none, async () =>
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
      ).rejects.toThrow(InnerAddress)
  })

  test('nothing is reached without HTTPS', async () => {
    await expect(reach('http://93.184.215.14/')).rejects.toThrow(InnerAddress)
  })
})

describe('what the operator allows', () => {
  const allowed = readAllowedTargets('127.0.0.1:8080, [::1]:80 hooks.internal:443, 10.1.0.0/16,fd12::/16')!

  test.each([
    ['http://127.0.0.1:8080/', true],
    ['https://127.0.0.1:8080/', true],
    ['http://127.0.0.1:8081/', false],
    ['http://127.0.0.2:8080/', false],
    ['http://[::1]/', true],
    ['http://[::1]:81/', false],
    ['http://10.1.2.3/', true],
    ['http://10.2.0.1/', false],
    ['https://[fd12::7]/', true],
    ['https://[fd13::7]/', false],
    ['https://[::ffff:10.1.2.3]/', true],
  ])('%s: %s', async (url, isReached) => {
    expect(
      await reach(url, allowed).then(
        () => true,
        () => false,
      ),
    ).toBe(isReached)
  })

  test('is a host by its name and its port, whatever its address', async () => {
    const inner = async () => [{ address: '10.9.9.9', family: 4 }]
    expect(await reach('https://hooks.internal/', allowed, inner)).toHaveLength(1)
    await expect(reach('https://hooks.internal:444/', allowed, inner)).rejects.toThrow(InnerAddress)
    await expect(reach('https://other.internal/', allowed, inner)).rejects.toThrow(InnerAddress)
  })

  test.each(['localhost', '10.0.0.0/33', 'fd12::/129', 'x/8', ':80', 'a b'])(
    'is not read from %s',
    (list) => {
      expect(readAllowedTargets(list)).toBeUndefined()
    },
  )
})
