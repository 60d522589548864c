import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Options as SMTPOptions } from 'nodemailer/lib/smtp-transport/index.js'

/** A mail that is ready to be sent. */
export interface Outgoing {
  id: string
  from: Sender
  to: string
  /** Where a reply goes, of a mail that a person wrote. */
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
  images: { cid: string; content: Buffer; contentType: string }[]
  attachments: Attachment[]
}

/** A file that the recipient can save. */
export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}

/** The sender that recipients see. */
export interface Sender {
  name: string
  address: string
}

/** Sends a mail. Resolves once the receiving side is responsible for it. */
export type Transport = (mail: Outgoing) => Promise<void>

/** A hanging server delays one mail, not the queue. */
const SILENCE_MS = 20_000

const messageOf = ({ id, from, to, replyTo, subject, text, html, images, attachments }: Outgoing) => ({
  messageId: `<${id}@${from.address.split('@')[1]}>`,
  from,
  to: { name: '', address: to },
  envelope: { from: from.address, to: [to] },
  ...(replyTo && { replyTo: { name: from.name, address: replyTo } }),
  subject: subject.replace(/[\p{Cc}\p{Cf}]+/gu, ' '),
  text,
  html,
  attachments: [
    ...images.map((image) => ({ ...image, contentDisposition: 'inline' as const })),
    ...attachments.map((file) => ({ ...file, contentDisposition: 'attachment' as const })),
  ],
  // Prevents automatic replies such as vacation notes, but not to what a person wrote.
  ...(replyTo ? {} : { headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } }),
  disableFileAccess: true,
  disableUrlAccess: true,
})

/**
 * Sends through an SMTP server. Each mail has a connection of its own, so a broken one affects no other mail.
 * @param silenceMs how long the server may be silent
 */
export function smtpTransport(
  server: Pick<SMTPOptions, 'url' | 'host' | 'port' | 'secure' | 'requireTLS' | 'ignoreTLS' | 'tls' | 'auth'>,
  silenceMs = SILENCE_MS,
): Transport {
  const smtp = createTransport({
    ...server,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (mail) => {
    await smtp.sendMail(messageOf(mail))
  }
}

/**
 * Writes mails as files if there is no SMTP server: `<id>.eml`, in order of creation. Only the operator may read them,
 * because they contain codes.
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
