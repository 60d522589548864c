import { createHash } from 'node:crypto'
import { Refused } from '../../../shared/refusal.ts'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Server } from '../../../server/http/server.ts'
import { changeSetting, type DeliveryConfig, showSettings } from './save-settings.ts'
import { readPicture } from './picture.ts'
import { clearSettingsCache } from './settings.ts'
import type { Now } from '../../../server/database/tables.ts'

const MOST_BYTES = 65_536
/** A small file can unfold into a picture that fills a phone's memory. */
const MOST_PIXELS = 2_000
/** Pages that are open still show the logo before. */
const KEPT_MS = 86_400_000

/**
 * An admin gives the shop a logo. Gives the settings as they are then.
 * @param image base64
 * Refuses with `IMAGE_INVALID` what is no PNG, JPEG or WebP by its own bytes, and with `IMAGE_TOO_LARGE`.
 */
export async function setLogo(caller: CallerContext, image: string, mail: DeliveryConfig) {
  const bytes = Buffer.from(image, 'base64')
  if (bytes.length > MOST_BYTES) throw new Refused('IMAGE_TOO_LARGE')
  const picture = readPicture(bytes)
  if (!picture || !picture.width || !picture.height) throw new Refused('IMAGE_INVALID')
  if (picture.width > MOST_PIXELS || picture.height > MOST_PIXELS) throw new Refused('IMAGE_TOO_LARGE')
  const hash = createHash('sha256').update(bytes).digest('base64url')
  const file = `${hash}.${picture.type}`
  const saved = await caller.write(async (tx) => {
    await tx.db
      .insertInto('logos')
      .values({ hash, type: picture.type, bytes })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await changeSetting(tx, 'business.logo', file)
    await dropOld(tx, hash, caller.now)
    return showSettings(tx, mail)
  })
  clearSettingsCache(caller.database)
  return saved
}

/** One that nobody shows any more goes when the next one comes. */
const dropOld = ({ db }: Transaction, current: string, now: Date) =>
  db
    .deleteFrom('logos')
    .where('hash', '<>', current)
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()

/** Serves stored logos. An address holds the hash of what stands there, so it may be kept for ever. */
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
        // Opened by itself it is a document of this site: it may do nothing.
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
  type: 'png' | 'jpg' | 'webp'
  bytes: Buffer
  created_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    logos: Logos
  }
}
