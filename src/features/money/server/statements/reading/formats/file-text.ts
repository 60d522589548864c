import { Unreadable } from '../unreadable.ts'

/** A ZIP archive, as workbooks are. */
export const isZip = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 0x03, 0x04].every((byte, at) => bytes[at] === byte)

const pdfSignature = Buffer.from('%PDF-')

/** Whether a file is a PDF. Some programs write a few bytes before its signature. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes(pdfSignature)

/** Of a file without a byte order mark, so many bytes show whether it is in UTF-16. */
const LOOKED_AT = 2_000

/** The encoding of a file, as `TextDecoder` names it: by its byte order mark, else by where its zeros are. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const length = Math.min(bytes.length, LOOKED_AT)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]!++
  const [even = 0, odd = 0] = zeros
  // Most characters of a statement are below 256, so that one half of the bytes is zero.
  if (odd > length / 4 && even < length / 100) return 'utf-16le'
  if (even > length / 4 && odd < length / 100) return 'utf-16be'
  return undefined
}

function decoded(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * The text of a file in UTF-8, UTF-16 or Windows-1252, without a byte order mark.
 * @throws Unreadable `empty`, and `binary` for what is no text
 */
export function textOf(bytes: Uint8Array): string {
  // oxlint-disable no-control-regex -- these are what a text does not have
  // SWIFT frames a message with the signs for the begin of a header and the end of a text.
  const text = decoded(bytes).replaceAll(/^\u0001|\u0003$/gm, '')
  if (/[\u0000-\u0008\u000B\u000E-\u001B\u007F-\u009F\uFFFE\uFFFF]/.test(text)) throw new Unreadable('binary')
  // oxlint-enable no-control-regex
  if (!text.trim()) throw new Unreadable('empty')
  return text
}
