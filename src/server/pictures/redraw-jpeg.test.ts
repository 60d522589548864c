import { expect, test } from 'vitest'
import { readPicture } from './read-picture.ts'
import { redrawJpeg } from './redraw-jpeg.ts'
import { jpegOf, photoOf, pngOf } from './testing/pictures.ts'

test('a photo keeps its size, and nothing of its metadata', async () => {
  const photo = await photoOf(64, 48, 'GPS 6.8 S 39.2 E <script>')
  expect(photo.includes('GPS')).toBe(true)
  const drawn = await redrawJpeg(photo)
  expect(readPicture(drawn!)).toEqual({ type: 'jpg', width: 64, height: 48 })
  expect(drawn!.includes('GPS') || drawn!.includes('script')).toBe(false)
})

test.each([
  ['no picture', Buffer.from('GIF89a not a picture')],
  ['a PNG', pngOf(8, 8)],
  ['an empty file', Buffer.alloc(0)],
  [
    'bytes of chance after the start of a JPEG',
    Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(500, 7)]),
  ],
])('%s is not drawn', async (_, bytes) => {
  expect(await redrawJpeg(bytes)).toBeUndefined()
})

test('a scan without pixels, and a photo cut at any place, end in a picture or in nothing', async () => {
  const photo = await photoOf(32, 32, 'x')
  for (const bytes of [jpegOf(32, 32), ...[3, 50, 300].map((at) => photo.subarray(0, at))]) {
    const drawn = await redrawJpeg(bytes)
    expect(drawn === undefined || readPicture(drawn)?.type === 'jpg').toBe(true)
  }
})

test('more than two at once are refused', async () => {
  const photo = await photoOf(32, 32, 'x')
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => redrawJpeg(photo)))
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(6)
  expect(await redrawJpeg(photo)).toBeDefined()
})
