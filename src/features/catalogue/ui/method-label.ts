import { m } from '../../../paraglide/messages.js'
import { paymentMethods } from '../catalogue.ts'

const BANK: (typeof paymentMethods)[number] = 'Bank'

/** What a payment method is called on screens: names of wallets are the same in each language, a bank is not. */
export const methodLabel = (name: string): string => (name === BANK ? m.common_bank() : name)
