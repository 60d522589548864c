import { describe, expect, it } from 'vitest'
import { destinationOf } from './destination.ts'

describe('after a log-in', () => {
  it('an admin goes to the admin area, whatever page the log-in came from', () => {
    expect(destinationOf('admin', null)).toBe('/admin')
    expect(destinationOf('admin', '/dashboard/emails')).toBe('/admin')
  })

  it.each(['/dashboard/emails', '/checkout', '/results?domain=mama', '/support'])(
    'a customer comes back to %s',
    (next) => expect(destinationOf('user', next)).toBe(next),
  )

  it.each([
    null,
    '',
    '/',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
  ])('a customer whose next is %j goes to the dashboard', (next) =>
    expect(destinationOf('user', next)).toBe('/dashboard'),
  )

  it.each(['/admin', '/admin/domains', '/login?next=/login', '/signup', '/setup'])(
    'a customer is not sent in circles by %s',
    (next) => expect(destinationOf('user', next)).toBe('/dashboard'),
  )

  it('a person without a known role is treated as a customer', () => {
    expect(destinationOf(undefined, null)).toBe('/dashboard')
    expect(destinationOf(undefined, '/dashboard/hosting')).toBe('/dashboard/hosting')
  })
})
