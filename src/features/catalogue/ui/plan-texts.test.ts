import { expect, test } from 'vitest'
import { readOffers } from '../catalogue.ts'
import { planTexts } from './plan-texts.tsx'

const [basic] = readOffers({ offers: null }).plans

test.each([
  ['', '24/7 support'],
  ['24/7', '24/7 support'],
  ['Open 24 hours, every day', '24/7 support'],
  ['Saa 24, kila siku', '24/7 support'],
  ['Mon–Fri 8:00–18:00', 'Support Mon–Fri 8:00–18:00'],
  ['Mon–Fri 8:24–18:00', 'Support Mon–Fri 8:24–18:00'],
])('a shop with the hours “%s” promises “%s”', (hours, promised) => {
  expect(planTexts(basic!, { locale: 'en', business: { hours } })).toContain(promised)
})
