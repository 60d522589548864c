import { expect, test } from 'vitest'
import { blankServer, choosePreset, draftOfServer, mailPresets, serverOf } from './presets.ts'

const typed = (id: string, more = {}) =>
  serverOf({
    ...blankServer,
    ...choosePreset(id),
    from: ' duka@shop.example.com ',
    password: 'secret',
    ...more,
  })

test('a service needs an address and a password where the address logs in', () => {
  expect(typed('gmail')).toEqual({
    host: 'smtp.gmail.com',
    port: 587,
    encryption: 'starttls',
    username: 'duka@shop.example.com',
    password: 'secret',
    from_email: 'duka@shop.example.com',
  })
})

test('the host of a cPanel is at the domain of the sender, until another one is typed', () => {
  expect(typed('cpanel').host).toBe('mail.shop.example.com')
  expect(typed('cpanel', { host: 'cp7.host.example.com' }).host).toBe('cp7.host.example.com')
})

test('a service whose user is always the same fills it in', () => {
  expect(typed('sendgrid').username).toBe('apikey')
})

test('a server without a user gets no password, and an empty password keeps the stored one', () => {
  expect(typed('own', { host: 'mx.example.com' })).not.toHaveProperty('password')
  expect(typed('gmail', { password: '' })).not.toHaveProperty('password')
})

test.each(mailPresets.filter(({ host }) => host))('$id is encrypted', ({ encryption, port }) => {
  expect([encryption, port]).toEqual(port === 465 ? ['tls', 465] : ['starttls', 587])
})

test('a saved server is found among the services, and otherwise is the own one', () => {
  const saved = {
    port: 587,
    encryption: 'starttls',
    username: 'apikey',
    from_email: 'a@example.com',
  } as const
  expect(draftOfServer({ ...saved, host: 'smtp.sendgrid.net' }).preset).toBe('sendgrid')
  expect(draftOfServer({ ...saved, host: 'mx.example.com' }).preset).toBe('own')
})
