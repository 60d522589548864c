import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach } from 'vitest'
import { askRegistries } from './asking.ts'
import { fakeRdap, fakeWhois, type RdapAnswer, sayTaken } from './registries.ts'

const known = 'example.com'
/** What a test's answers are about. It is replaced by the name of each question, so that no liar is betrayed by it. */
const ASKED = /mama\.com/gi

const about = (text: string, name: string) =>
  text.replace(ASKED, (found) => (found === found.toUpperCase() ? name.toUpperCase() : name))

export type WhoisLie = string | Buffer | ((socket: Socket, name: string) => void)

/**
 * Registries that answer honestly about their known name, and as the test defines about every other one, the control
 * question included. They are closed after each test.
 */
export function lyingRegistries() {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  return {
    /** The status of a name by RDAP. A body that names `mama.com` names what was asked. */
    async queryRdap(answer: RdapAnswer, honest: RdapAnswer = (response) => sayTaken(response, known)) {
      const rdap = await fakeRdap((response, name, request) => {
        if (name === known) return honest(response, name, request)
        return answer(withNames(response, name), name, request)
      })
      const engine = askRegistries({ com: { rdap: rdap.base, known: [known] } })
      closing.push(() => engine.stop(), rdap.close)
      return (await engine.check('mama.com')).status
    },

    /**
     * The status of a name by WHOIS. A text that names `mama.com` names what was asked.
     * @param notes what the server adds to the record of its known name
     */
    async queryWhois(answer: WhoisLie, notes = '') {
      const whois = await fakeWhois((line, socket) => {
        if (line.endsWith(known))
          socket.end(`Domain Name: ${known}\r\nRegistrar: X\r\nName Server: ns1.example.net\r\n${notes}`)
        else if (typeof answer === 'function') answer(socket, line)
        else socket.end(typeof answer === 'string' ? about(answer, line) : answer)
      })
      const engine = askRegistries({ com: { whois: whois.server, known: [known] } })
      closing.push(() => engine.stop(), whois.close)
      return (await engine.check('mama.com')).status
    },
  }
}

/** A response whose body names the name asked. */
function withNames(response: ServerResponse, name: string): ServerResponse {
  const end = response.end.bind(response)
  response.end = ((body?: unknown) =>
    end(typeof body === 'string' ? about(body, name) : body)) as typeof response.end
  return response
}
