import { expect, test } from 'vitest'
import { pageDefaults } from '../../shared/pages.ts'
import { renderHtml } from './layout.ts'
import { translate } from './messages.ts'

const html = (colour: string | null) =>
  renderHtml(
    {
      subject: 'Paid',
      heading: 'Paid',
      paragraphs: ['Thank you.'],
      button: { label: 'Look', link: 'https://duka.example/x' },
    },
    {
      locale: 'en',
      translate: (name, values) => translate('en', name, values),
      business: { ...pageDefaults.business, name: 'Duka' },
      colour,
      site: 'https://duka.example',
    },
  )

/** The background colours of the mail, without those of the page and of its sheet. */
const colours = (colour: string | null) => [
  ...new Set(
    [...html(colour).matchAll(/bgcolor="(#[\da-f]{6})"/g)]
      .map(([, found]) => found)
      .filter((found) => found !== '#fbf7ef' && found !== '#ffffff'),
  ),
]

test('the stripe and the button of a mail have the colour of the shop, and no other', () => {
  expect(colours('#7a1f5c')).toEqual(['#7a1f5c'])
  expect(colours('#ffd400')).toEqual(['#ffd400'])
  expect(colours(null)).toEqual(['#1c2526'])
})

test('a light colour has dark text on the button, and the links are dark', () => {
  expect(html('#ffd400')).not.toMatch(/[^-]color:#(?:ffd400|ffffff)/)
  expect(html('#7a1f5c')).toContain('color:#ffffff')
})
