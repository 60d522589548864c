import { describe, expect, test } from 'vitest'
import { domain } from './domain.ts'
import { email } from './email.ts'
import { hosting } from './hosting.ts'
import { review } from './life-cycle.ts'
import { moneyFromDecimal } from '../../shared/money/money.ts'

const money = (decimal: number) => moneyFromDecimal(decimal, 'USD')

const blank = { price: null, currency: 'USD', admin_feedback: null, suggestions: null }
const priced = { price: money(15), currency: 'USD', admin_feedback: 'Nice name', suggestions: null }

describe('an admin saves a request', () => {
  test.each([
    ['no status', domain, blank, {}, 'STATUS_REQUIRED'],
    ['an unknown status', domain, blank, { status: 'constructor' }, 'STATUS_REQUIRED'],
    ['a status of another product', hosting, blank, { status: 'available', price: 5 }, 'STATUS_REQUIRED'],
    ['an offer without a price', domain, blank, { status: 'available' }, 'PRICE_INVALID'],
    ['an offer that relies on the old price', email, priced, { status: 'available' }, 'PRICE_INVALID'],
    ['a negative price', email, blank, { status: 'available', price: -1 }, 'PRICE_INVALID'],
    ['part of a cent', hosting, blank, { status: 'approved', price: 1.999 }, 'PRICE_INVALID'],
    ['more than the column holds', hosting, blank, { status: 'approved', price: 1e12 }, 'PRICE_INVALID'],
    [
      'suggestions without any',
      domain,
      blank,
      { status: 'suggested', suggestions: [' '] },
      'SUGGESTIONS_REQUIRED',
    ],
  ] as const)('%s is refused', (_, kind, now, input, code) => {
    expect(review<string>(kind, now, input)).toEqual({ ok: false, refusal: { code } })
  })

  test.each([
    ["a domain's price is cleared outside the offer", domain, 'rejected', null],
    ["a domain's price is cleared by its activation", domain, 'YOUR DOMAIN IS ACTIVE NOW', null],
    ["an e-mail's price is left untouched outside the offer", email, 'YOUR EMAIL IS ACTIVE NOW', money(15)],
    ["a hosting plan's price is kept outside the offer", hosting, 'active', money(15)],
  ] as const)('%s', (_, kind, status, price) => {
    expect(review<string>(kind, priced, { status, price: 99 })).toMatchObject({ ok: true, saved: { price } })
  })

  test('a price of 0.00 is an offer', () => {
    const saved = review<string>(domain, blank, { status: 'available', price: 0 })
    expect(saved).toMatchObject({ ok: true, saved: { price: money(0), stage: 'offered' } })
  })

  test('what is left out keeps its value, and blank feedback is none', () => {
    expect(review<string>(email, priced, { status: 'rejected' })).toMatchObject({
      saved: { admin_feedback: 'Nice name' },
    })
    expect(review<string>(email, priced, { status: 'rejected', admin_feedback: '  ' })).toMatchObject({
      saved: { admin_feedback: null },
    })
  })
})
