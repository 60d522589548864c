import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A received mail. */
export type ReceivedMail = Email & { raw: string }

/** A mail server on loopback. The test sets how it answers. */
export interface TestSmtp {
  url: string
  /** Accepted mails in the order of arrival. */
  accepted: ReceivedMail[]
  /** All mails that were sent in full, accepted or not. */
  received: ReceivedMail[]
  /** Refuses recipients with this answer while it is set. */
  refuse?: { code: number; message: string } | undefined
  /** Closes the connection after the whole message, before the answer. */
  closesBeforeAnswer: boolean
  /** Reads the whole message and never answers. */
  neverAnswers: boolean
  /** Accepts connections and sends no greeting. */
  hangs: boolean
  /** Number of connections without a greeting. */
  hanging: number
  close(): Promise<void>
  /** On the same port as before. */
  open(): Promise<void>
}

/** @param port any free one by default. With one of its own, it takes any user name and password. */
export async function openSmtp(port = 0): Promise<TestSmtp> {
  const hasLogin = port > 0
  let server: SMTPServer
  const smtp: TestSmtp = {
    url: '',
    accepted: [],
    received: [],
    closesBeforeAnswer: false,
    neverAnswers: false,
    hangs: false,
    hanging: 0,
    close: () => new Promise((done) => server.close(() => done())),
    async open() {
      server = makeServer(smtp, hasLogin)
      server.listen(port, '127.0.0.1')
      await once(server.server, 'listening')
      port = (server.server.address() as AddressInfo).port
      smtp.url = `smtp://127.0.0.1:${port}`
    },
  }
  await smtp.open()
  return smtp
}

function makeServer(smtp: TestSmtp, hasLogin: boolean) {
  const server = new SMTPServer({
    authOptional: !hasLogin,
    onAuth: ({ username }, _session, done) => done(null, { user: username! }),
    disabledCommands: hasLogin ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onConnect(_session, done) {
      if (smtp.hangs) smtp.hanging++
      else done()
    },
    onRcptTo(_address, _session, done) {
      const { refuse } = smtp
      done(refuse ? Object.assign(new Error(refuse.message), { responseCode: refuse.code }) : undefined)
    },
    async onData(stream, _session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const raw = Buffer.concat(chunks).toString('utf8')
      const mail = { ...(await PostalMime.parse(raw)), raw }
      smtp.received.push(mail)
      if (smtp.neverAnswers) return
      if (smtp.closesBeforeAnswer) {
        for (const connection of server.connections) connection.close()
        return
      }
      smtp.accepted.push(mail)
      done()
    },
  })
  server.on('error', () => {})
  return server
}
