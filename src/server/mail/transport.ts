import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

/** A mail as it goes out. */
export interface Outgoing {
  id: string
  from: Sender
  to: string
  subject: string
  text: string
  html: string
  images: { cid: string; content: Buffer; contentType: string }[]
}

/** Whose mail it is. */
export interface Sender {
  name: string
  address: string
}

/** Gives mails out of hand, for good: resolves once somebody else has taken the responsibility. */
export type Transport = (mail: Outgoing) => Promise<void>

/** A server that hangs costs one turn, not the queue. */
const SILENCE_MS = 20_000

const messageOf = ({ id, from, to, subject, text, html, images }: Outgoing) => ({
  messageId: `<${id}@${from.address.split('@')[1]}>`,
  from,
  to: { name: '', address: to },
  envelope: { from: from.address, to: [to] },
  subject: subject.replace(/[\p{Cc}\p{Cf}]+/gu, ' '),
  text,
  html,
  attachments: images.map((image) => ({ ...image, contentDisposition: 'inline' as const })),
  // Nobody's vacation note answers a code.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Sends through an SMTP server, over a connection of each mail's own: one that breaks takes no other mail with it. */
export function smtpTransport(url: string): Transport {
  const smtp = createTransport({
    url,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (mail) => {
    await smtp.sendMail(messageOf(mail))
  }
}

/**
 * Writes mails as files where there is no SMTP server: `<id>.eml`, in the order of their making. For the operator
 * alone: there are codes in them.
 */
export function fileTransport(folder: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return async (mail) => {
    const { message } = await composer.sendMail(messageOf(mail))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const place = join(folder, `${mail.id}.eml`)
    await writeFile(`${place}.part`, message as Buffer, { mode: 0o600, flush: true })
    await rename(`${place}.part`, place)
  }
}
