import { expect, test } from 'vitest'
import { readableNumber, whatsAppLink } from './ContactWays.tsx'

/** The link to WhatsApp carries the prepared text whole, whatever characters it has. */

test.each([
  'Habari, naomba msaada',
  'Grüße, 100 % & more?',
  'a=b&text=c#d',
  'https://shop.example/?a=1&b=2#top',
  'one line\nand another\r\n\ttabbed',
  '+255 700 “quoted” <b> "x" \'y\' / \\',
  '🙂 日本語',
])('the text %j arrives as it is', (text) => {
  const link = whatsAppLink('255700000100', text)
  const { origin, pathname, searchParams, hash } = new URL(link)
  expect([origin, pathname, hash]).toEqual(['https://wa.me', '/255700000100', ''])
  expect([...searchParams]).toEqual([['text', text]])
  // Also where the link is copied into a text that ends it at a space or another sign.
  expect(link).toMatch(/^[\w:/.?=%~!*'()-]+$/)
})

test('without a text the link has the number only', () => {
  expect(whatsAppLink('255700000100')).toBe('https://wa.me/255700000100')
})

test('a number is shown in groups of three from its end', () => {
  expect(readableNumber('255700000100')).toBe('+255 700 000 100')
})
