import { MessageSquareQuote } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'

/** The state of what its customer says was paid, on every screen of the customer. */
export const claimedState = {
  tone: 'suggested',
  label: m.payments_own_claimed,
  icon: MessageSquareQuote,
} as const
