import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { configOf, hostsOf, wantedSession } from './hosts.ts'

test.each([
  ['postgres://me:x@db/shop', ['postgres://me:x@db/shop']],
  ['postgres://me:x@/shop?host=/run/pg&port=5433', ['postgres://me:x@/shop?host=/run/pg&port=5433']],
  [
    'postgresql://me:se%2Fcr%40et@a:5432,b:5433,c/shop?target_session_attrs=read-write',
    [
      'postgresql://me:se%2Fcr%40et@a:5432/shop?target_session_attrs=read-write',
      'postgresql://me:se%2Fcr%40et@b:5433/shop?target_session_attrs=read-write',
      'postgresql://me:se%2Fcr%40et@c/shop?target_session_attrs=read-write',
    ],
  ],
  ['postgres://a,[::1]:5433/shop', ['postgres://a/shop', 'postgres://[::1]:5433/shop']],
  ['mysql://a,b/shop', undefined],
  ['postgres://a:x,b/shop', undefined],
  ['postgres://db:99999/shop', undefined],
  ['shop', undefined],
])('the hosts of %s', (address, hosts) => expect(hostsOf(address)).toEqual(hosts))

test('what an address asks of the session', () => {
  expect(wantedSession('postgres://a,b/shop?sslmode=require&target_session_attrs=standby')).toBe('standby')
  expect(wantedSession('postgres://a,b/shop')).toBeNull()
})

test('a connection that is lost in the moment of its opening ends no process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]))
      // The first client asks whether this host takes writes. It does.
      socket.on('data', (bytes) => {
        if (bytes[0] === 0x51) socket.write(writable)
      })
      if (isAsked) socket.write(Buffer.concat([shutdown, shutdown]))
      isAsked = true
    })
  })
  let isAsked = false
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const address = `postgres://shop:shop@127.0.0.1:${port}/shop`
  const pool = new pg.Pool({ ...configOf([address, address]), connectionTimeoutMillis: 2_000 })
  pool.on('error', () => {})
  const outcome = await pool.connect().then(
    (client) => {
      client.release(true)
      return 'opened'
    },
    () => 'refused',
  )
  expect(['opened', 'refused']).toContain(outcome)
  await pool.end()
})

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
/** A message of PostgreSQL's protocol: its type, its length and its content. */
const message = (type: string, content: Buffer) =>
  Buffer.concat([Buffer.from(type), int32(content.length + 4), content])
const shutdown = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
)
/** The answer to the question whether the server only reads: one row with `f`. */
const writable = Buffer.concat([
  message('T', Buffer.from('0001697400000000000000000000100001ffffffff0000', 'hex')),
  message('D', Buffer.from('00010000000166', 'hex')),
  message('C', Buffer.from('SELECT 1\0')),
  message('Z', Buffer.from('I')),
])
