import { expect, test } from 'vitest'
import { readPicture } from './read-picture.ts'
import { jpegOf, pngOf, webpOf } from './testing/pictures.ts'

test.each([
  ['png', pngOf(64, 32)],
  ['jpg', jpegOf(64, 32)],
] as const)('a %s says what it is and how large', (type, bytes) => {
  expect(readPicture(bytes)).toEqual({ type, width: 64, height: 32 })
})

const script = Buffer.from('<script>alert(1)</script>')
test.each([
  ['nothing', Buffer.alloc(0)],
  ['markup', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a GIF', Buffer.from('GIF89a/*=1;alert(1)//'.padEnd(60))],
  ['a PNG with something behind it', Buffer.concat([pngOf(4, 4), script])],
  ['a PNG that is cut off', pngOf(4, 4).subarray(0, -6)],
  ['a PNG whose signature is all there is', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a PNG with a chunk longer than the file', lengthened(pngOf(4, 4))],
  ['a JPEG with something behind it', Buffer.concat([jpegOf(4, 4), script])],
  ['a JPEG without an end', jpegOf(4, 4).subarray(0, -2)],
  ['a WebP, which invoices and mails can’t show', webpOf(4, 4)],
])('%s is no picture', (_, bytes) => {
  expect(readPicture(bytes)).toBeUndefined()
})

test('no bytes, cut wherever, make it fail otherwise than by saying so', () => {
  for (const whole of [pngOf(4, 4), jpegOf(4, 4)])
    for (let length = 0; length < whole.length; length++)
      expect([length, readPicture(whole.subarray(0, length))]).toEqual([length, undefined])
})

function lengthened(png: Buffer) {
  png.writeUInt32BE(0xffffffff, 33)
  return png
}
