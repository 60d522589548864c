import { createHash } from 'node:crypto'
import { Refused } from '../../../shared/refusal.ts'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { readPicture } from '../../../server/pictures/read-picture.ts'
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
 * `IMAGE_TOO_LARGE`. A WebP would be missing in invoices, because PDF has none, and in some mail programs.
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
