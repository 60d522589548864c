import { expect, test } from 'vitest'
import { mailServersOf } from './mail-servers.ts'

/** Mail programs need host, port and encryption of both servers, of which a shop may have entered only the hosts. */

const hosts = { imap_host: 'imap.example.com', smtp_host: 'smtp.example.com' }

test('without a host there are no settings', () => {
  expect(mailServersOf({})).toBeUndefined()
  expect(
    mailServersOf({ webmail: 'https://webmail.example.com', imap_host: 'imap.example.com' }),
  ).toBeUndefined()
})

test.each([
  [{}, [993, 'tls'], [465, 'tls']],
  [{ imap_port: 143, smtp_port: 587 }, [143, 'starttls'], [587, 'starttls']],
  [{ imap_security: 'starttls', smtp_security: 'starttls' }, [143, 'starttls'], [587, 'starttls']],
  [{ imap_port: 143, imap_security: 'tls', smtp_port: 2525 }, [143, 'tls'], [2525, 'tls']],
] as const)('%j', (facts, incoming, outgoing) => {
  expect(mailServersOf({ ...hosts, ...facts })).toEqual({
    incoming: { host: 'imap.example.com', port: incoming[0], security: incoming[1] },
    outgoing: { host: 'smtp.example.com', port: outgoing[0], security: outgoing[1] },
  })
})
