import { moneyFromDecimal } from '../../shared/money/money.ts'
import type { Offers } from '../../shared/pages.ts'
import type { TemplateName } from '../../features/settings/mail-templates.data.ts'

/** The customer of the samples. */
export const sampleName = 'Asha Mushi'

const DAY = '2026-12-24'

/** The kind of the mail that a letter belongs to, and invented data of such a mail. Prices are as the shop's. */
export function sampleOf(
  letter: TemplateName,
  { currency, endings }: Pick<Offers, 'currency' | 'endings'>,
): { kind: string; data: Record<string, unknown> } {
  const priced = endings.find(({ price }) => price)
  const amount = moneyFromDecimal(priced?.price ?? 12, currency)
  const name = `mamaasha.${priced?.ending ?? 'com'}`
  const about = { product: 'domain', subject: name }
  const order = { product: 'order', subject: `${name} +1` }
  const money = { ...about, amount, reference: 'K7M2QX', pay_to: [] }
  const proof = { code: '482913', link: 'https://kikoa.example/confirm' }
  const samples: Record<TemplateName, [kind: string, data: Record<string, unknown>]> = {
    offered: ['request-offered', { ...money, price: amount, feedback: null }],
    suggested: [
      'request-suggested',
      { ...about, suggestions: [`duka${name}`, `${name}.tz`], feedback: null },
    ],
    rejected: ['request-rejected', { ...about, feedback: null }],
    'transfer-offered': ['request-offered', { ...money, price: amount, feedback: null, transfer: true }],
    'transfer-refused': ['transfer-refused', { ...about, request: '', reason: 'auth-code' }],
    'details-needed': ['details-needed', about],
    active: ['request-activated', { ...about, renewal: false }],
    renewed: ['request-activated', { ...about, renewal: true }],
    access: [
      'record-access',
      {
        ...about,
        facts: { registrar: 'tzNIC', nameservers: ['ns1.kikoa.example', 'ns2.kikoa.example'] },
        secrets: ['transfer_code'],
      },
    ],
    expiry: ['expiry-reminder', { ...about, expires_at: `${DAY}T00:00:00Z` }],
    suspended: ['record-suspended', about],
    resumed: ['record-resumed', about],
    grace: ['record-in-grace', { ...about, expires_at: `${DAY}T00:00:00Z` }],
    'expired-suspended': ['record-expired-suspended', { ...about, expires_at: `${DAY}T00:00:00Z` }],
    ended: ['record-ended', { ...about, feedback: null }],
    'handed-over': ['record-handed-over', about],
    'code-shown': ['record-code-shown', about],
    'received-service': ['record-received', about],
    due: ['payment-due', { ...money, due_on: DAY }],
    overdue: ['payment-overdue', { ...money, due_on: DAY }],
    received: [
      'payment-received',
      { ...money, number: 'INV-2026-000042', method: 'M-Pesa', code: 'SJ12ABC34D' },
    ],
    short: ['payment-short', { ...money, rest: amount }],
    unconfirmed: ['payment-rejected', { ...about, reason: 'SJ12ABC34D ?', active: false }],
    'unconfirmed-active': ['payment-rejected', { ...about, reason: 'SJ12ABC34D ?', active: true }],
    reversed: ['payment-reversed', { ...money, rest: amount }],
    'reversed-settled': ['payment-reversed', { ...money, rest: null }],
    moved: ['payment-moved', { ...money, rest: amount }],
    'moved-settled': ['payment-moved', { ...money, rest: null }],
    credited: ['credit-note', { ...money, number: 'CN-2026-000007' }],
    completed: ['order-completed', { ...order, gone: [], owed: null, feedback: null }],
    cancelled: ['order-cancelled', { ...order, gone: [], owed: null, feedback: null }],
    owed: ['order-owed', { ...order, gone: [name], owed: amount, feedback: null }],
    refunded: ['order-refunded', { ...order, amount, method: 'M-Pesa', reference: 'SJ12ABC34D', date: DAY }],
    kept: ['order-kept', { ...order, amount }],
    confirmation: ['confirmation', proof],
    magic: ['magic-link', proof],
    recovery: ['recovery', proof],
    invite: ['invite', proof],
    'email-new': ['email-change-new', proof],
    'email-current': ['email-change-current', proof],
    code: ['reauthentication', proof],
    known: ['already-registered', {}],
    password: ['password-changed', {}],
    phone: ['phone-changed', {}],
    'email-changed': ['email-changed', { email: 'asha@example.com' }],
    deleted: ['account-deleted', {}],
    sessions: ['sessions-revoked', {}],
    linked: ['identity-linked', { provider: 'Google' }],
    'factor-added': ['factor-added', { factor: 'TOTP' }],
    'factor-removed': ['factor-removed', { factor: 'TOTP' }],
  }
  const [kind, data] = samples[letter]
  return { kind, data }
}
