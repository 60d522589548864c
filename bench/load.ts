import { connect } from 'node:net'

/**
 * An HTTP client in its own process: has `connections` open calls until the time is over, and counts the answers. It
 * sends the same bytes again and reads only status and length (RFC 9112 §6), to leave the CPU to the server.
 */

const {
  url,
  method = 'GET',
  connections = '32',
  seconds = '4',
  headers = '{}',
  body = '',
} = JSON.parse(process.argv[2]!)
const { hostname, port, pathname, search, host } = new URL(url)
const lines = Object.entries<string>({
  host,
  ...JSON.parse(headers),
  'content-length': String(Buffer.byteLength(body)),
})
const request = Buffer.from(
  `${method} ${pathname}${search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
)
const end = Date.now() + Number(seconds) * 1000
let answered = 0
let failed = 0

const caller = () =>
  new Promise<void>((done) => {
    const socket = connect(Number(port), hostname)
    let head = ''
    let left = 0
    const call = () => {
      if (Date.now() >= end) return socket.end()
      head = ''
      return socket.write(request)
    }
    socket.setNoDelay(true)
    socket.on('connect', call)
    socket.on('data', (chunk) => {
      if (left) left -= chunk.length
      else {
        head += chunk.toString('latin1')
        const body = head.indexOf('\r\n\r\n') + 4
        if (body < 4) return
        const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)
        if (!length) throw new Error(`an answer without a length: ${head.slice(0, 200)}`)
        left = Number(length[1]) - (head.length - body)
      }
      if (left) return
      if (head.startsWith('HTTP/1.1 2')) answered++
      else failed++
      call()
    })
    socket.on('error', () => failed++)
    socket.on('close', () => done())
  })

await Promise.all(Array.from({ length: Number(connections) }, caller))
process.stdout.write(JSON.stringify({ answered, failed }))
