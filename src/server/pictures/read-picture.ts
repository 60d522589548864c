/** A picture's type and size in pixels, read from its bytes. */
export interface Picture {
  type: 'png' | 'jpg'
  width: number
  height: number
}

/**
 * The type of a picture by its bytes, whatever type its sender claims. Undefined for any other format, and for a
 * picture with bytes after its end: such a file can be read as two formats.
 */
export const readPicture = (bytes: Buffer): Picture | undefined => png(bytes) ?? jpeg(bytes)

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** PNG (W3C, third edition, §5): a signature, then chunks of length, type, data and checksum, IHDR first, IEND last. */
function png(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, 8).equals(PNG) || bytes.toString('latin1', 12, 16) !== 'IHDR' || bytes.length < 33)
    return undefined
  let at = 8
  let type = ''
  while (type !== 'IEND') {
    if (at + 12 > bytes.length) return undefined
    type = bytes.toString('latin1', at + 4, at + 8)
    at += 12 + bytes.readUInt32BE(at)
  }
  if (at !== bytes.length) return undefined
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Frame headers: C0 to CF without those of tables (C4), extensions (C8) and arithmetic conditions (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * JPEG (ITU-T T.81, annex B): segments from SOI to the first scan, whose frame contains the size; the last marker
 * is EOI.
 */
function jpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 12 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  if (bytes.indexOf(Buffer.from([0xff, 0xd9]), scanOf(bytes)) !== bytes.length - 2) return undefined
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (isFrame(marker))
      return { type: 'jpg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Where the first scan begins. The segments before it may contain whole pictures with end markers of their own. */
function scanOf(bytes: Buffer): number {
  let at = 2
  while (at + 4 < bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda)
    at += 2 + bytes.readUInt16BE(at + 2)
  return at
}
