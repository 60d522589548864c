import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import encode, { init } from '@jsquash/jpeg/encode.js'

/** A valid PNG of one colour. With a fourth number for opacity it is as browsers draw it. */
export function pngOf(width: number, height: number, colour = [11, 107, 99]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colour.length === 4 ? 6 : 2, 0, 0, 0], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * colour.length, Buffer.from(colour))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length)
  whole.writeUInt32BE(data.length, 0)
  whole.write(type, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length)
  return whole
}

/** A minimal JPEG: its frame header has the size, its scan is empty. */
export function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0000b08000000000101110000'.slice(0, 26), 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    frame,
    Buffer.from('ffda0008010100003f00', 'hex'),
    Buffer.from('0000ffd9', 'hex'),
  ])
}

/** A minimal WebP: a container whose extended header has the size. */
export function webpOf(width: number, height: number): Buffer {
  const whole = Buffer.alloc(30)
  whole.write('RIFF', 0, 'latin1')
  whole.writeUInt32LE(22, 4)
  whole.write('WEBPVP8X', 8, 'latin1')
  whole.writeUInt32LE(10, 16)
  whole.writeUIntLE(width - 1, 24, 3)
  whole.writeUIntLE(height - 1, 27, 3)
  return whole
}

/** A JPEG with pixels of chance, as a camera makes it, with a comment in its metadata. */
export async function photoOf(width: number, height: number, comment: string): Promise<Buffer> {
  const encoder = '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'
  await init({ wasmBinary: await readFile(new URL(import.meta.resolve(encoder))) })
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => (at * 31) % 251)
  const drawn = Buffer.from(await encode({ data, width, height } as ImageData, { quality: 50 }))
  const segment = Buffer.alloc(4 + comment.length)
  segment.writeUInt16BE(0xff_fe, 0)
  segment.writeUInt16BE(2 + comment.length, 2)
  segment.write(comment, 4, 'latin1')
  return Buffer.concat([drawn.subarray(0, 2), segment, drawn.subarray(2)])
}
