/** The usual mail services, so that an owner types an address and a password. */

export interface MailPreset {
  id: string
  /** A name of its own in every language; null for the one that is typed. */
  name: string | null
  host: string
  port: number
  encryption: 'tls' | 'starttls' | 'none'
  /** The name that logs in: the sender's address, one that is always the same, or one of its own. */
  user: 'address' | 'own' | { always: string }
  /** The host begins with the sender's domain. */
  isAtDomain?: true
}

const service = (
  id: string,
  name: string | null,
  host: string,
  user: MailPreset['user'],
  [port, encryption]: [number, MailPreset['encryption']] = [587, 'starttls'],
): MailPreset => ({ id, name, host, port, encryption, user })

export const mailPresets: readonly MailPreset[] = [
  service('gmail', 'Gmail, Google Workspace', 'smtp.gmail.com', 'address'),
  service('microsoft', 'Microsoft 365, Outlook', 'smtp.office365.com', 'address'),
  service('zoho', 'Zoho Mail', 'smtp.zoho.com', 'address', [465, 'tls']),
  { ...service('cpanel', 'cPanel', 'mail.', 'address', [465, 'tls']), isAtDomain: true },
  service('brevo', 'Brevo', 'smtp-relay.brevo.com', 'own'),
  service('mailgun', 'Mailgun', 'smtp.mailgun.org', 'own'),
  service('ses', 'Amazon SES', 'email-smtp.eu-west-1.amazonaws.com', 'own'),
  service('postmark', 'Postmark', 'smtp.postmarkapp.com', 'own'),
  service('sendgrid', 'SendGrid', 'smtp.sendgrid.net', { always: 'apikey' }),
  service('own', null, '', 'own'),
]

export const presetOf = (id: string): MailPreset =>
  mailPresets.find((preset) => preset.id === id) ?? mailPresets.at(-1)!

/** What is typed before a preset has filled it in. */
export interface MailServerDraft {
  preset: string
  from: string
  username: string
  password: string
  host: string
  port: string
  encryption: MailPreset['encryption']
}

export const blankServer: MailServerDraft = {
  preset: '',
  from: '',
  username: '',
  password: '',
  host: '',
  port: '587',
  encryption: 'starttls',
}

/** What a service changes of the draft. */
export const choosePreset = (id: string): Partial<MailServerDraft> => {
  const { host, port, encryption, user } = presetOf(id)
  return {
    preset: id,
    host,
    port: String(port),
    encryption,
    username: typeof user === 'object' ? user.always : '',
  }
}

/** The server of a draft: where nothing is typed, the user is the address, and the host is at its domain. */
export function serverOf({ preset: id, from, username, host, port, encryption, password }: MailServerDraft) {
  const { user, isAtDomain } = presetOf(id)
  const address = from.trim()
  const name = username.trim() || (user === 'address' ? address : '')
  return {
    host: isAtDomain && host.trim() === 'mail.' ? `mail.${address.split('@')[1] ?? ''}` : host.trim(),
    port: Number(port),
    encryption,
    username: name || null,
    ...(password && name && { password }),
    from_email: address,
  }
}

/** The draft of a saved server. */
export function draftOfServer(server: {
  host: string
  port: number
  encryption: MailPreset['encryption']
  username: string | null
  from_email: string
}): MailServerDraft {
  const preset = mailPresets.find(({ host }) => host === server.host)?.id ?? 'own'
  return {
    ...blankServer,
    preset,
    from: server.from_email,
    host: server.host,
    port: String(server.port),
    encryption: server.encryption,
    username: server.username ?? '',
  }
}
