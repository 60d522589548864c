import type { AuthMail, SendMail } from '../auth.ts'

/** A received mail with its code and its link. */
export interface Letter {
  kind: AuthMail['kind']
  code: string
  link: string
  /** The token in the link. */
  token: string
}

/** Collects the mails of a test instead of sending them. */
export function mailbox() {
  const mails: AuthMail[] = []
  const sentTo = (email: string) => mails.filter(({ to }) => to === email)
  const send: SendMail = async (_tx, mail) => void mails.push(mail)
  return {
    send,
    /** The kinds of the mails to an address, oldest first. */
    kinds: (email: string) => sentTo(email).map(({ kind }) => kind),
    /** The last mail to an address, of that kind if one is given. */
    last(email: string, kind?: AuthMail['kind']): Letter {
      const mail = sentTo(email).findLast((one) => !kind || one.kind === kind)
      if (!mail) throw new Error(`${email} was sent no ${kind ?? 'mail'}`)
      const { code = '', link = '' } = mail as { code?: string; link?: string }
      const token = link ? (new URL(link).searchParams.get('token') ?? '') : ''
      return { kind: mail.kind, code, link, token }
    },
  }
}
