import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { askRegistries } from '../testing/asking.ts'
import { fakeRdap, fakeWhois, sayAbsent, sayTaken } from '../testing/registries.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function call(answer: Parameters<typeof fakeWhois>[0], typed = 'mama.com') {
  const whois = await fakeWhois(answer)
  const registries = askRegistries({ com: { whois: whois.server } })
  closing.push(() => registries.stop(), whois.close)
  return { answer: await registries.check(typed), asked: whois.asked }
}

describe('WHOIS', () => {
  test.each([
    ['No match for "MAMA.COM".', 'available'],
    ['Domain Name: MAMA.COM\r\nRegistrar: Some Registrar\r\nName Server: ns1.example.net', 'taken'],
    ['Domain Name: MAMA.COM\r\nRegistrar: Some Registrar\r\nDomain Status: pendingDelete', 'redemption'],
    ['Reserved by Registry', 'reserved'],
    ['Domain Name: PAPA.COM\r\nRegistrar: Some Registrar', 'error'],
    ['You have exceeded your quota.\r\nNo match for "MAMA.COM".', 'error'],
    ['', 'error'],
    ['<html>No match</html>', 'error'],
  ])('%j is %s', async (text, status) => {
    const { answer, asked } = await call(text)
    expect(answer).toMatchObject({ status, source: status === 'error' ? null : 'whois' })
    expect(asked).toEqual(['mama.com'])
  })

  test('is queried with the A-label and understood in its own script', async () => {
    const { answer, asked } = await call('Domain: München.com\r\nStatus: free', 'münchen.com')
    expect(asked).toEqual(['xn--mnchen-3ya.com'])
    expect(answer).toMatchObject({ status: 'available' })
    const taken = await call('Domain: münchen.com\r\nRegistrar: X', 'münchen.com')
    expect(taken.answer).toMatchObject({ status: 'taken' })
  })

  test('in Latin-1 is understood', async () => {
    const { answer } = await call((_, socket) =>
      socket.end(Buffer.from('Domínio não encontrado\r\n', 'latin1')),
    )
    expect(answer).toMatchObject({ status: 'available' })
  })

  test.each<[string, (line: string, socket: Socket) => void]>([
    ['closes at once', (_, socket) => void socket.end()],
    [
      'breaks off',
      (_, socket) =>
        void (socket.write('No match for mama.com\r\n'), setImmediate(() => socket.resetAndDestroy())),
    ],
    ['sends without end', (_, socket) => void socket.end('No match for mama.com\r\n'.repeat(10_000))],
  ])('that %s is an error', async (_, answer) => {
    expect((await call(answer)).answer).toMatchObject({ status: 'error' })
  })

  test('without a server is an error', async () => {
    const registries = askRegistries({ com: { whois: '127.0.0.1:1' } })
    closing.push(() => registries.stop())
    expect(await registries.check('mama.com')).toMatchObject({ status: 'error' })
  })
})

describe('besides RDAP, WHOIS is queried', () => {
  async function both(rdapAnswer: Parameters<typeof fakeRdap>[0], text: string) {
    const [rdap, whois] = [await fakeRdap(rdapAnswer), await fakeWhois(text)]
    const registries = askRegistries({ com: { rdap: rdap.base, whois: whois.server } })
    closing.push(() => registries.stop(), rdap.close, whois.close)
    return { answer: await registries.check('mama.com'), whois }
  }

  test('when RDAP failed', async () => {
    const { answer } = await both((response) => void response.writeHead(503).end(), 'No match for mama.com')
    expect(answer).toMatchObject({ status: 'available', source: 'whois' })
  })

  test('but never after an answer of RDAP', async () => {
    const free = await both((response) => sayAbsent(response), 'domain: mama.com\nregistrar: X')
    expect(free.answer).toMatchObject({ status: 'available', source: 'rdap' })
    expect(free.whois.asked).toEqual([])
    const taken = await both((response, name) => sayTaken(response, name), 'No match for mama.com')
    expect(taken.answer).toMatchObject({ status: 'taken', source: 'rdap' })
    expect(taken.whois.asked).toEqual([])
  })
})
