import { expect, onTestFinished, test } from 'vitest'
import { testEngine } from './testing/engine.ts'
import { fakeWhois } from './testing/registries.ts'

test('a WHOIS server that drips and never ends does not make a name free', async () => {
  const whois = await fakeWhois((line, socket) => {
    if (line.endsWith('example.com'))
      return socket.end('Domain Name: example.com\r\nRegistrar: X\r\nName Server: ns1.example.net')
    const drip = setInterval(() => socket.write('.'), 100)
    socket.on('close', () => clearInterval(drip))
    return socket.write('No match for "MAMA.COM".\r\n')
  })
  const engine = testEngine({ com: { whois: whois.server } })
  onTestFinished(async () => {
    await engine.stop()
    await whois.close()
  })
  const { status } = await engine.check('mama.com')
  expect(['available', 'premium']).not.toContain(status)
})
