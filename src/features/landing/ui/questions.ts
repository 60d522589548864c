import { m } from '../../../paraglide/messages.js'

/** The questions asked most, with their answers. */
export const questions = (): (readonly [question: string, answer: string])[] => [
  [m.support_q_time(), m.support_a_time()],
  [m.support_q_pay(), m.support_a_pay()],
  [m.support_q_owner(), m.support_a_owner()],
  [m.support_q_renew(), m.support_a_renew()],
  [m.support_q_email(), m.support_a_email()],
  [m.support_q_dns(), m.support_a_dns()],
]
