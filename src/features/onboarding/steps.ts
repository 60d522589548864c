import { legalPages } from '../../shared/pages.ts'
import type { Settings } from '../settings/settings.ts'

/** What an owner sets before the first sale, in the order of the screen. */
export const requiredSteps = [
  'currency',
  'business',
  'payments',
  'prices',
  'mail',
  'person',
  'legal',
] as const
/** What can wait. */
export const laterSteps = ['logo', 'whatsapp', 'tax', 'factor', 'backup', 'https'] as const

export type RequiredStep = (typeof requiredSteps)[number]
export type LaterStep = (typeof laterSteps)[number]
export type StepId = RequiredStep | LaterStep

/** What the state of the steps depends on. */
export interface ShopFacts {
  values: Settings
  /** Whether a setting was ever saved. */
  isSaved: (key: keyof Settings) => boolean
  /** Whether mails are sent to people. */
  sendsMail: boolean
  /** Whether the caller's own profile has what a request needs. */
  isPersonComplete: boolean
  /** Whether the caller is told of work. */
  isCalled: boolean
  hasFactor: boolean
  hasBackup: boolean
  isHttps: boolean
}

/**
 * Which steps are done. A step whose default can be right counts once its own form has saved it
 * (`shop.setUp`): a change of the currency writes the prices, and nobody has looked at them.
 */
export function doneSteps(facts: ShopFacts): Record<StepId, boolean> {
  const { values, isSaved } = facts
  const isConfirmed = (step: Settings['shop.setUp'][number]) => values['shop.setUp'].includes(step)
  const accounts = values['payments.accounts']
  const hasAccount = (method: string) => accounts.some((account) => account.method === method)
  return {
    currency: isConfirmed('currency') || isSaved('shop.currency'),
    business:
      isSaved('business.name') &&
      Boolean(values['business.email'] || values['business.phone']) &&
      values['accounts.defaultCountry'] !== null,
    payments:
      accounts.length > 0 && (isConfirmed('payments') || values['payments.methods'].every(hasAccount)),
    prices: isConfirmed('prices'),
    mail: facts.sendsMail,
    person: facts.isPersonComplete && (facts.isCalled || isConfirmed('person')),
    legal: legalPages.every((page) => values[`legal.${page}`] !== null),
    logo: values['business.logo'] !== null,
    whatsapp: values['business.whatsapp'] !== null,
    tax: Boolean(values['invoices.tin'] || values['invoices.vrn']),
    factor: facts.hasFactor,
    backup: facts.hasBackup,
    https: facts.isHttps,
  }
}
