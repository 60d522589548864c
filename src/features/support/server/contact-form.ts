import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageNotice } from '../../../shared/pages.ts'
import type { Database } from '../../../server/database/database.ts'
import { errorBody, type Server } from '../../../server/http/server.ts'
import { languageOf } from '../../../server/pages/language.ts'
import type { Pages } from '../../../server/pages/pages.ts'
import { messageLimits, newMessage } from '../message.ts'
import type { PostLimit } from './message-limit.ts'
import { sendMessage } from './messages.ts'

const FORM = 'application/x-www-form-urlencoded'
/** Room for the longest message with every character escaped. */
const BODY_LIMIT = 64 * 1024
/** A field that people don't see. Programs that fill in everything give themselves away, and are told nothing. */
const TRAP = 'website'

interface ContactForm {
  database: Database
  pages: Pages
  siteUrl: string
  limit: PostLimit
}

/**
 * Takes the contact form as a browser without any script sends it: `POST /support`, from a page of this site only.
 * Answers 303 to the page that says thanks; a refusal is the page again, with everything that was typed.
 */
export async function registerContactForm(app: Server, { database, pages, siteUrl, limit }: ContactForm) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    scope.post('/support', async (request, reply) => {
      if (!(request.body instanceof URLSearchParams)) return reply.code(415).send(errorBody(415))
      if (!isOwnForm(request, siteUrl)) return reply.code(403).send(errorBody(403))
      const typed = typedIn(request.body)
      const again = (status: number, notice: PageNotice) =>
        showAgain(pages, request, reply, { status, notice, typed })
      if (request.body.get(TRAP)) return thank(reply)
      // No text of a person's holds a NUL, and the database keeps none.
      if (Object.values(typed).some((text) => text.includes('\0'))) return again(400, 'message-incomplete')
      const message = newMessage.safeParse(typed)
      if (!message.success) return again(422, 'message-incomplete')
      const wait = await limit(request.ip)
      if (wait) return again(429, 'message-too-many').header('retry-after', wait)
      try {
        await sendMessage(database, message.data)
      } catch (error) {
        request.log.error({ err: error }, 'a message could not be kept')
        return again(503, 'message-failed')
      }
      return thank(reply)
    })
  })
}

const thank = (reply: FastifyReply) => reply.redirect('/support?notice=message-sent', 303)

const typedIn = (body: URLSearchParams) =>
  Object.fromEntries(
    Object.keys(messageLimits).map((field) => [field, body.get(field)?.replaceAll('\r\n', '\n') ?? '']),
  )

interface Refusal {
  status: number
  notice: PageNotice
  typed: Record<string, string>
}

function showAgain(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, notice, typed }: Refusal,
) {
  const page = pages.page('/support', { locale: languageOf(request.headers), notice })
  return reply
    .code(status)
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('content-language', page.locale)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(filled(Buffer.from(page.html).toString(), typed))
}

/** Everything that HTML reads as something else than text (WHATWG HTML §13.1.2.3, double-quoted attributes included). */
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * A rendered page with what was typed put back into its fields, so that a refusal loses nothing. Fields are found by
 * their names; names are our own and plain letters.
 */
const filled = (html: string, typed: Readonly<Record<string, string>>): string =>
  Object.entries(typed).reduce(
    (page, [name, text]) =>
      page
        .replace(new RegExp(`<input(?=[^>]* name="${name}")`), () => `<input value="${escaped(text)}"`)
        .replace(
          new RegExp(`(<textarea(?=[^>]* name="${name}")[^>]*>)`),
          // A line break right behind the tag is not text: one that was typed needs another before it.
          (tag) => `${tag}\n${escaped(text)}`,
        ),
    html,
  )

/**
 * Whether a form was sent from a page of this site. Browsers say so in Sec-Fetch-Site, older ones in Origin (Fetch
 * Metadata; RFC 6454 §7); a request that says neither comes from no form of ours.
 */
function isOwnForm({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>, siteUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  return origin === new URL(siteUrl).origin || new URL(origin).host === host
}
