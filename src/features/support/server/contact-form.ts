import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageNotice } from '../../../shared/pages.ts'
import type { Database } from '../../../server/database/database.ts'
import { errorBody } from '../../../server/http/error-body.ts'
import { type Server } from '../../../server/http/server.ts'
import { languageOf } from '../../../server/pages/language.ts'
import type { Pages } from '../../../server/pages/pages.ts'
import { messageLimits } from '../message.ts'
import { newMessage } from '../new-message.ts'
import { type MessageLimit, sendMessage } from './messages.ts'

const FORM = 'application/x-www-form-urlencoded'
/** Enough for the longest message with every character escaped. */
const BODY_LIMIT = 64 * 1024
/** A honeypot field, hidden from people. A message that fills it in is dropped, with the answer of a success. */
const HONEYPOT = 'website'

interface ContactForm {
  database: Database
  pages: Pages
  siteUrl: string
  limit: MessageLimit
}

/**
 * `POST /support`: the contact form without script, accepted only from a page of this site. Answers 303 to the page with
 * the thanks. A refusal shows the page again with the values.
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
      const values = formValues(request.body)
      const refuse = (status: number, notice: PageNotice) =>
        renderRefusal(pages, request, reply, { status, notice, values })
      if (request.body.get(HONEYPOT)) return thank(reply)
      // PostgreSQL stores no NUL.
      if (Object.values(values).some((text) => text.includes('\0'))) return refuse(400, 'message-incomplete')
      const message = newMessage.safeParse(values)
      if (!message.success) return refuse(422, 'message-incomplete')
      const wait = await limit(request.ip)
      if (wait) return refuse(429, 'message-too-many').header('retry-after', wait)
      try {
        await sendMessage(database, message.data)
      } catch (error) {
        request.log.error({ err: error }, 'a message could not be stored')
        return refuse(503, 'message-failed')
      }
      return thank(reply)
    })
  })
}

const thank = (reply: FastifyReply) => reply.redirect('/support?notice=message-sent', 303)

const formValues = (body: URLSearchParams) =>
  Object.fromEntries(
    Object.keys(messageLimits).map((field) => [field, body.get(field)?.replaceAll('\r\n', '\n') ?? '']),
  )

interface Refusal {
  status: number
  notice: PageNotice
  values: Record<string, string>
}

function renderRefusal(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, notice, values }: Refusal,
) {
  const page = pages.page('/support', { locale: languageOf(request.headers), notice })
  return reply
    .code(status)
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('content-language', page.locale)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(fillForm(Buffer.from(page.html).toString(), values))
}

/** Escapes text for HTML, also within double-quoted attributes (WHATWG HTML §13.1.2.3). */
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * Puts values into the fields of a rendered page, by the fields' names. The names are our own and plain letters.
 */
const fillForm = (html: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce(
    (page, [name, text]) =>
      page
        .replace(new RegExp(`<input(?=[^>]* name="${name}")`), () => `<input value="${escaped(text)}"`)
        .replace(
          new RegExp(`(<textarea(?=[^>]* name="${name}")[^>]*>)`),
          // HTML ignores a line break right after the tag: a leading one of the value needs another before it.
          (tag) => `${tag}\n${escaped(text)}`,
        ),
    html,
  )

/**
 * Whether a form was sent from a page of this site, by Sec-Fetch-Site (Fetch Metadata) or, in older browsers, Origin
 * (RFC 6454 §7). A request with neither header is refused.
 */
function isOwnForm({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>, siteUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  return origin === new URL(siteUrl).origin || new URL(origin).host === host
}
