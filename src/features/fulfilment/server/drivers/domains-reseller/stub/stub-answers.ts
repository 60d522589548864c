import type { StubBooks, StubName } from './stub-books.ts'

/** How a provider writes its success and its refusals. */
export type Shape = 'string' | 'result' | 'status' | 'flag'

export const shapes: readonly Shape[] = ['string', 'result', 'status', 'flag']

/** The success of a change. */
export function successIn(shape: Shape, message: string): unknown {
  if (shape === 'string') return 'success'
  if (shape === 'result') return { result: 'success', msg: message }
  return shape === 'status' ? { status: 'success', data: { message } } : { success: true, message }
}

export function refusalIn(shape: Shape, message: string): unknown {
  if (shape === 'string') return { error: message }
  if (shape === 'result') return { result: 'error', message }
  return shape === 'status' ? { status: 'error', message } : { success: false, message }
}

/** Data, alone or beside a success. */
export function dataIn(shape: Shape, data: unknown): unknown {
  if (shape === 'status') return { status: 'success', data }
  return shape === 'flag' ? { success: true, data } : data
}

export const dayText = (date: Date): string => date.toISOString().slice(0, 10)

export const informationOf = (one: StubName, name: string) => ({
  domain: name,
  nameservers: one.nameservers,
  transferLock: one.isLocked,
  expiryDate: dayText(one.expires_at),
  registrationStatus: one.status,
  restorable: false,
  idProtectionStatus: one.isPrivate,
  dnsManagementStatus: false,
  emailForwardingStatus: false,
  domainContactChangePending: one.isContactPending,
  registrantEmailAddress: 'holder@example.com',
})

export const syncOf = (one: StubName, now: Date) => ({
  active: one.status === 'Active' && one.expires_at > now,
  expirydate: dayText(one.expires_at),
  expired: one.expires_at <= now,
  transferredAway: one.status === 'Transferred Away',
})

export const pricingOf = (books: StubBooks) =>
  books.prices.map((price) => ({
    tld: price.tld,
    registrationPrice: price.register,
    renewalPrice: price.renew,
    transferPrice: price.transfer,
    graceFee: '0.00',
    graceDays: price.graceDays,
    redemptionDays: price.redemptionDays,
    redemptionFee: price.redemption,
    currencyCode: books.currency,
    years: price.years,
  }))

export function lookupOf(books: StubBooks, label: string, tlds: string[]) {
  return tlds.map((tld) => {
    const name = `${label}${tld}`
    const isTaken = books.taken.has(name) || books.names.has(name)
    const isOffered = books.prices.some((price) => price.tld === tld)
    return {
      domainName: name,
      tld: tld.slice(1),
      sld: label,
      status: !isOffered ? 'unknown' : isTaken ? 'not available' : 'available for registration',
      legacyStatus: isTaken ? 'unavailable' : 'available',
      isRegistered: isTaken,
      isAvailable: isOffered && !isTaken,
      isPremium: false,
    }
  })
}
