import { createHash } from 'node:crypto'
import { Refused } from '../../../shared/refusal.ts'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Server } from '../../../server/http/server.ts'
import { changeSetting, type DeliveryConfig, showSettings } from './save-settings.ts'
import { clearSettingsCache } from './settings.ts'
import type { Now } from '../../../server/database/tables.ts'

const MAX_BYTES = 65_536
/** The longest side. A small file can decode to an image that fills the memory of a phone. */
const MAX_PIXELS = 2_000
/** Old logos are stored for a day, because open pages still show them. */
const OLD_LOGO_MS = 86_400_000

/**
 * Stores a new logo and returns all settings. Refuses with `IMAGE_INVALID` bytes that are not a PNG or JPEG, and with
 * `IMAGE_TOO_LARGE`. A WebP would be missing in papers, because PDF has none, and in some mail programs.
 * @param image base64
 */
export async function setLogo(caller: CallerContext, image: string, mail: DeliveryConfig) {
  const bytes = Buffer.from(image, 'base64')
  if (bytes.length > MAX_BYTES) throw new Refused('IMAGE_TOO_LARGE')
  const picture = readPicture(bytes)
  if (!picture || !picture.width || !picture.height) throw new Refused('IMAGE_INVALID')
  if (picture.width > MAX_PIXELS || picture.height > MAX_PIXELS) throw new Refused('IMAGE_TOO_LARGE')
  const hash = createHash('sha256').update(bytes).digest('base64url')
  const file = `${hash}.${picture.type}`
  const saved = await caller.write(async (tx) => {
    await tx.db
      .insertInto('logos')
      .values({ hash, type: picture.type, bytes })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await changeSetting(tx, 'business.logo', file)
    await deleteOldLogos(tx, hash, caller.now)
    return showSettings(tx, mail)
  })
  clearSettingsCache(caller.database)
  return saved
}

/** Deletes old logos. */
const deleteOldLogos = ({ db }: Transaction, current: string, now: Date) =>
  db
    .deleteFrom('logos')
    .where('hash', '<>', current)
    .where('created_at', '<', new Date(now.getTime() - OLD_LOGO_MS))
    .execute()

/** Serves the logos. The address contains the hash of the content, so it may be cached forever. */
export function registerLogos(app: Server, database: Database) {
  app.get<{ Params: { file: string } }>('/logos/:file', async (request, reply) => {
    const [, hash, type] = /^([\w-]{43})\.(png|jpg|webp)$/.exec(request.params.file) ?? []
    const logo = hash
      ? await database.read('service', ({ db }) =>
          db.selectFrom('logos').select(['type', 'bytes']).where('hash', '=', hash).executeTakeFirst(),
        )
      : undefined
    if (!logo || logo.type !== type) return reply.callNotFound()
    return (
      reply
        .type(mediaTypes[logo.type])
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Opened directly it is a document of this site, so scripts are blocked.
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .header('content-disposition', `inline; filename="logo.${logo.type}"`)
        .send(logo.bytes)
    )
  })
}

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

export interface Logos {
  /** SHA-256 of the bytes, base64url. */
  hash: string
  /** WebP was taken once. */
  type: 'png' | 'jpg' | 'webp'
  bytes: Buffer
  created_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    logos: Logos
  }
}

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
