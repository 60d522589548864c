import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { AUTHORITATIVE_ANSWER, decode, encode, type Packet } from 'dns-packet'

/** How a DNS server on loopback answers a question for a SOA record. The codes are those of RFC 1035 §4.1.1. */
export type DnsConduct =
  | 'knows'
  | 'no-data'
  | 'nxdomain'
  | 'refused'
  | 'server-failure'
  | 'silent'
  | 'garbage'

const codes: Partial<Record<DnsConduct, number>> = { 'server-failure': 2, nxdomain: 3, refused: 5 }

export interface DnsServer {
  port: number
  /** The names that each address was asked for. */
  asked: Record<string, string[]>
  close(): Promise<unknown>
}

/** Opens a DNS server on each of these addresses of loopback, all on one port. */
export async function openDns(conducts: Readonly<Record<string, DnsConduct>>): Promise<DnsServer> {
  const asked: Record<string, string[]> = {}
  const sockets: Socket[] = []
  let port = 0
  for (const [address, conduct] of Object.entries(conducts)) {
    const names: string[] = (asked[address] = [])
    const socket = createSocket('udp4')
    socket.bind(port, address)
    await once(socket, 'listening')
    ;({ port } = socket.address())
    sockets.push(socket)
    socket.on('message', (message, from) => {
      const question = decode(message)
      names.push(question.questions![0]!.name)
      if (conduct === 'silent') return
      const answer = conduct === 'garbage' ? Buffer.from('no packet') : answerTo(question, conduct)
      socket.send(answer, from.port, from.address)
    })
  }
  return {
    port,
    asked,
    close: () =>
      Promise.all(sockets.map((socket) => new Promise<void>((done) => socket.close(() => done())))),
  }
}

const answerTo = ({ id, questions = [] }: Packet, conduct: DnsConduct): Buffer =>
  encode({
    type: 'response',
    ...(id !== undefined && { id }),
    flags: AUTHORITATIVE_ANSWER | (codes[conduct] ?? 0),
    questions,
    ...(conduct === 'knows' && {
      answers: [
        {
          type: 'SOA',
          name: questions[0]!.name,
          ttl: 60,
          data: {
            mname: 'ns1.example.com',
            rname: 'hostmaster.example.com',
            serial: 1,
            refresh: 3600,
            retry: 600,
            expire: 86_400,
            minimum: 60,
          },
        },
      ],
    }),
  })
