import * as z from 'zod/mini'

/** The registry's servers for a suffix. One of the two may be missing. */
export interface Endpoint {
  /** An RDAP base (RFC 9082 §3): `https://rdap.example/`. */
  rdap?: string | undefined
  /** A WHOIS server (RFC 3912): `whois.example` or `127.0.0.1:4343`; the default port is 43. */
  whois?: string | undefined
  /** Names that are registered there, in ASCII. They replace the built-in ones. */
  known?: readonly string[] | undefined
}

/** Without user, query and fragment, which have no meaning in a base URL. */
const rdapBase = /^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#\\]*)?$/i
const whoisHost = /^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i
const registeredName = /^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}$/i
const suffix = /^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i

const endpoint = z
  .strictObject({
    rdap: z.optional(
      z
        .string()
        .check(
          z.maxLength(500),
          z.regex(rdapBase, 'must be an address that starts with http:// or https://'),
        ),
    ),
    whois: z.optional(z.string().check(z.maxLength(260), z.regex(whoisHost, 'must be host or host:port'))),
    known: z.optional(
      z
        .array(z.string().check(z.maxLength(253), z.regex(registeredName, 'must be a domain name in ASCII')))
        .check(z.maxLength(10, 'must be at most 10 names')),
    ),
  })
  .check(z.refine(({ rdap, whois }) => Boolean(rdap ?? whois), 'needs rdap or whois'))

/**
 * Endpoints by suffix that replace the built-in ones, in `AVAILABILITY_ENDPOINTS` and in the shop's settings:
 * `{"com":{"rdap":"http://…/","known":["taken-name.com"]},"co":{"whois":"127.0.0.1:4343"}}`. A second level
 * (`co.tz`) takes precedence over its first.
 */
export const endpointsShape = z
  .record(z.string().check(z.maxLength(253), z.regex(suffix, 'must be a suffix')), endpoint)
  .check(({ value, issues }) => {
    for (const [entry, { known = [] }] of Object.entries(value)) {
      const ending = `.${entry.replace(/^\./, '')}`.toLowerCase()
      if (!known.every((name) => name.toLowerCase().endsWith(ending)))
        issues.push({
          code: 'custom',
          path: [entry, 'known'],
          message: `must be names that end in ${ending}`,
          input: known,
        })
    }
  })

export type Endpoints = z.output<typeof endpointsShape>
