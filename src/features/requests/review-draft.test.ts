import { describe, expect, it, test } from 'vitest'
import { domain, DOMAIN_ACTIVE } from '../products/domain.ts'
import { hosting } from '../products/hosting.ts'
import { type Draft, draftOf, draftErrors, inputOf, nextStep, questionOf } from './review-draft.ts'

const request = {
  status: 'pending',
  price: null,
  currency: 'USD',
  admin_feedback: null,
  suggestions: null,
  payment_confirmed: false,
}
const seen = (changes: object) => ({ ...request, ...changes })
const empty: Draft = {
  status: 'pending',
  price: '',
  admin_feedback: '',
  suggestions: '',
  billing_period: '',
  access: {},
}
const draft = (changes: Partial<Draft>): Draft => ({ ...empty, ...changes })

describe('the form asks for', () => {
  const wrong = (
    changes: Partial<Draft>,
    kind: typeof domain | typeof hosting = domain,
    picksPeriod = false,
    currency = 'USD',
  ) => Object.values(draftErrors(kind, picksPeriod, draft(changes), currency))

  it('a status of the product', () => {
    expect(wrong({ status: '' })).toEqual(['STATUS_REQUIRED'])
    expect(wrong({ status: 'approved' })).toEqual(['STATUS_REQUIRED'])
    expect(wrong({ status: 'approved', price: '5' }, hosting)).toEqual([])
  })

  test.each(['', ' ', '-1', '1.234', 'abc'])('a price for an offer, not %o', (price) => {
    expect(wrong({ status: 'available', price })).toEqual(['PRICE_INVALID'])
    expect(wrong({ status: 'pending', price })).toEqual([])
  })

  test.each(['0', '0.00', '24.5', '19.99'])('a price such as %s', (price) => {
    expect(wrong({ status: 'available', price })).toEqual([])
  })

  test.each([
    ['TZS', '32500.5'],
    ['UGX', '7.5'],
    ['KWD', '1.2345'],
  ])('no fraction of the smallest price: in %s not %s', (currency, price) => {
    expect(wrong({ status: 'available', price }, domain, false, currency)).toEqual(['PRICE_INVALID'])
    expect(wrong({ status: 'available', price: price.slice(0, -1) }, domain, false, currency)).toEqual([])
  })

  it('a suggestion at least, when something is suggested', () => {
    expect(wrong({ status: 'suggested', suggestions: ' \n ' })).toEqual(['SUGGESTIONS_REQUIRED'])
    expect(wrong({ status: 'suggested', suggestions: 'mama.net' })).toEqual([])
  })

  it('a period when a custom plan is activated', () => {
    expect(wrong({ status: 'active' }, hosting, true)).toEqual(['PERIOD_REQUIRED'])
    expect(wrong({ status: 'active', billing_period: 'none' }, hosting, true)).toEqual([])
    expect(wrong({ status: 'active' }, hosting, false)).toEqual([])
  })
})

describe('what is sent', () => {
  it('holds only what the status asks for', () => {
    const typed = draft({ price: '24.50', suggestions: 'a.com\n b.com \n', admin_feedback: 'Hi' })
    expect(inputOf(domain, false, { ...typed, status: 'pending' })).toEqual({
      status: 'pending',
      admin_feedback: 'Hi',
    })
    expect(inputOf(domain, false, { ...typed, status: 'available' })).toMatchObject({ price: 24.5 })
    expect(inputOf(domain, false, { ...typed, status: 'suggested' })).toMatchObject({
      suggestions: ['a.com', 'b.com'],
    })
  })

  it('says that a custom plan has no end', () => {
    expect(inputOf(hosting, true, draft({ status: 'active', billing_period: 'none' }))).toMatchObject({
      billing_period: null,
    })
  })

  it('is what was there when nothing is typed', () => {
    const now = seen({ status: 'available', price: 24.5, suggestions: ['a.com', 'b.com'] })
    expect(draftOf(now)).toEqual(draft({ status: 'available', price: '24.50', suggestions: 'a.com\nb.com' }))
  })
})

it('takes a claimed payment for no other decision, but every change of an admin', () => {
  const now = seen({ status: 'available', price: 24 })
  expect(draftOf({ ...now, payment_confirmed: true })).toEqual(draftOf(now))
  expect(draftOf({ ...now, price: 25 })).not.toEqual(draftOf(now))
  expect(draftOf({ ...now, admin_feedback: 'Hi' })).not.toEqual(draftOf(now))
})

describe('before a save it asks', () => {
  const asks = (now: object, changes: Partial<Draft>) => questionOf(domain, seen(now), draft(changes))

  it('once about an unpaid activation', () => {
    expect(asks({}, { status: DOMAIN_ACTIVE })).toBe('unpaid')
    expect(asks({ payment_confirmed: true }, { status: DOMAIN_ACTIVE })).toBeUndefined()
    expect(asks({ status: DOMAIN_ACTIVE }, { status: DOMAIN_ACTIVE })).toBeUndefined()
  })

  it('what becomes of a claim when the price or the status changes', () => {
    const paid = { status: 'available', price: 24, payment_confirmed: true }
    expect(asks(paid, { status: 'available', price: '25' })).toBe('claim')
    expect(asks(paid, { status: 'rejected' })).toBe('claim')
    expect(asks(paid, { status: 'available', price: '24.00', admin_feedback: 'Thanks' })).toBeUndefined()
    expect(asks({ ...paid, payment_confirmed: false }, { status: 'rejected' })).toBeUndefined()
  })
})

describe('the next step', () => {
  const listed = { amount: 1250, currency: 'USD' }
  const step = (now: object, price?: typeof listed) => nextStep(domain, false, seen(now), price)

  it('offers an unanswered request at the price of the list, and fills that price in', () => {
    expect(step({}, listed)).toEqual({ status: 'available', price: '12.50' })
    expect(draftOf(request, null, listed)).toEqual(draft({ price: '12.50' }))
  })

  it('is for an admin to decide without a listed price, or with one in another currency than the request’s', () => {
    expect(step({})).toBeUndefined()
    expect(step({ currency: 'TZS' }, listed)).toBeUndefined()
    expect(step({ status: 'rejected' }, listed)).toBeUndefined()
  })

  it('activates an offer once its payment was claimed, and keeps its price', () => {
    const offered = { status: 'available', price: 20 }
    expect(step(offered, listed)).toBeUndefined()
    const paid = { ...offered, payment_confirmed: true }
    expect(step(paid, listed)).toEqual({ status: DOMAIN_ACTIVE, price: '20.00' })
    expect(nextStep(domain, true, seen(paid), listed)).toBeUndefined()
  })
})
