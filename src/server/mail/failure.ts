/** A mail that nobody can write or open: no further try makes it better. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable'
}

interface SmtpFailure extends Error {
  responseCode?: number
  response?: string
  command?: string
}

const LONGEST = 300

/**
 * What an error means for a mail: whether it is in vain for good (the recipient or the message is refused with a 5xx,
 * RFC 5321 section 4.2.1), and what to tell the admins. A log-in or a sender that is refused is the operator's
 * to mend, and the mail waits for that.
 * @param secret a server may repeat in its answer what it was sent: of a mail with a code only the numbers are kept.
 */
export function readFailure(error: unknown, secret: boolean): { reason: string; forGood: boolean } {
  const { responseCode = 0, response, command, message, name } = error as SmtpFailure
  const forGood =
    name === 'Unwritable' || (responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command ?? ''))
  const said = (response ?? message).replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
  const numbers = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(said)?.[0]
  const reason = secret && response ? (numbers ?? 'refused') : said
  return { reason: reason.slice(0, LONGEST), forGood }
}
