import { expect, test } from 'vitest'
import { appleProfile } from './apple-profile.ts'

/** A phone reads the profile as XML, whatever the names in it are. */

const mailbox = {
  id: '019aaaaa-0000-7000-9000-00000000000a',
  email_address: 'info@nyuzi.co.tz',
  incoming: { host: 'imap.example.com', port: 993, security: 'tls' },
  outgoing: { host: 'smtp.example.com', port: 587, security: 'starttls' },
} as const

const valueOf = (xml: string, key: string) => new RegExp(`<key>${key}</key>(.*)`).exec(xml)?.[1]

test('it has both servers and the address, and no password', () => {
  const xml = appleProfile(mailbox, 'Kikoa')
  expect(valueOf(xml, 'EmailAddress')).toBe('<string>info@nyuzi.co.tz</string>')
  expect(valueOf(xml, 'IncomingMailServerHostName')).toBe('<string>imap.example.com</string>')
  expect(valueOf(xml, 'IncomingMailServerPortNumber')).toBe('<integer>993</integer>')
  expect(valueOf(xml, 'OutgoingMailServerPortNumber')).toBe('<integer>587</integer>')
  expect(valueOf(xml, 'OutgoingMailServerUseSSL')).toBe('<true/>')
  expect(xml).not.toMatch(/<key>\w*Password<\/key><string>/)
  const uuids = xml.matchAll(/<key>PayloadUUID<\/key><string>(.+)<\/string>/g)
  expect(new Set([...uuids].map(([, uuid]) => uuid)).size).toBe(2)
})

test('hostile names stay texts', () => {
  const hostile = `Duka & Co</string><key>PayloadRemovalDisallowed</key><true/> "x" 'y' \u0000\u0008\uD800`
  const xml = appleProfile({ ...mailbox, email_address: `"a<b>&c"@nyuzi.co.tz` }, hostile)
  expect(valueOf(xml, 'PayloadOrganization')).toBe(
    '<string>Duka &#38; Co&#60;/string&#62;&#60;key&#62;PayloadRemovalDisallowed&#60;/key&#62;&#60;true/&#62; &#34;x&#34; &#39;y&#39; </string>',
  )
  expect(valueOf(xml, 'EmailAddress')).toBe('<string>&#34;a&#60;b&#62;&#38;c&#34;@nyuzi.co.tz</string>')
  expect(xml).not.toContain('<key>PayloadRemovalDisallowed')
})
