import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived. */
export type Arrived = Email & { raw: string }

/** A mail server of a test's own, on loopback. What it does to a mail is up to the test. */
export interface SmtpWorld {
  url: string
  /** What was taken, in the order of arrival. */
  arrived: Arrived[]
  /** What was seen, taken or not. */
  seen: Arrived[]
  /** Refuses recipients while it is set. */
  refuse?: { code: number; message: string } | undefined
  /** Breaks the connection after the whole message, before the answer. */
  dies: boolean
  /** Takes the whole message and keeps the answer to itself. */
  mute: boolean
  /** Takes connections and says nothing. */
  hangs: boolean
  /** Connections that were told nothing. */
  held: number
  close(): Promise<void>
  /** On the same port as before. */
  open(): Promise<void>
}

export async function openSmtp(): Promise<SmtpWorld> {
  let port = 0
  let server: SMTPServer
  const world: SmtpWorld = {
    url: '',
    arrived: [],
    seen: [],
    dies: false,
    mute: false,
    hangs: false,
    held: 0,
    close: () => new Promise((done) => server.close(() => done())),
    async open() {
      server = makeServer(world)
      server.listen(port, '127.0.0.1')
      await once(server.server, 'listening')
      port = (server.server.address() as AddressInfo).port
      world.url = `smtp://127.0.0.1:${port}`
    },
  }
  await world.open()
  return world
}

function makeServer(world: SmtpWorld) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onConnect(_session, done) {
      if (world.hangs) world.held++
      else done()
    },
    onRcptTo(_address, _session, done) {
      const { refuse } = world
      done(refuse ? Object.assign(new Error(refuse.message), { responseCode: refuse.code }) : undefined)
    },
    async onData(stream, _session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const raw = Buffer.concat(chunks).toString('utf8')
      const mail = { ...(await PostalMime.parse(raw)), raw }
      world.seen.push(mail)
      if (world.mute) return
      if (world.dies) {
        // The message is through, the answer is not.
        for (const connection of server.connections) connection.close()
        return
      }
      world.arrived.push(mail)
      done()
    },
  })
  server.on('error', () => {})
  return server
}
