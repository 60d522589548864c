import { expect, onTestFinished, test } from 'vitest'
import { askRegistries } from '../testing/asking.ts'
import { fakeWhois } from '../testing/registries.ts'

test('a WHOIS server that drips and never ends does not make a name free', async () => {
  const whois = await fakeWhois((line, socket) => {
    if (line.endsWith('example.com'))
      return socket.end('Domain Name: example.com\r\nRegistrar: X\r\nName Server: ns1.example.net')
    const drip = setInterval(() => socket.write('.'), 100)
    socket.on('close', () => clearInterval(drip))
    return socket.write('No match for "MAMA.COM".\r\n')
  })
  const registries = askRegistries({ com: { whois: whois.server } })
  onTestFinished(async () => {
    await registries.stop()
    await whois.close()
  })
  const { status } = await registries.check('mama.com')
  expect(['available', 'premium']).not.toContain(status)
})
