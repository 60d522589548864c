import { expect, test } from 'vitest'
import { contrastToWhite, INK, shopColours } from './shop-colours.ts'

test.each([
  ['#ffffff', 1],
  ['#000000', 21],
  ['#767676', 4.54],
  ['#ff0000', 4],
])('the contrast of %s to white is %d', (colour, contrast) => {
  expect(contrastToWhite(colour)).toBeCloseTo(contrast, 1)
})

test.each([
  ['#7a1f5c', { fill: '#7a1f5c', text: '#7a1f5c', onFill: '#ffffff' }],
  ['#ffd400', { fill: '#ffd400', text: INK, onFill: INK }],
  [null, { fill: INK, text: INK, onFill: '#ffffff' }],
  ['', { fill: INK, text: INK, onFill: '#ffffff' }],
])('the colour %j fills, and is that of text where it can be read', (colour, used) => {
  expect(shopColours(colour)).toEqual(used)
})
