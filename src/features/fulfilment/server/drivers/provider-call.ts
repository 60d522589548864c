import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import type { Targets } from '../../../../server/http/guarded-post.ts'
import { checkedAddresses, checkedLookup, InnerAddress, mayReach } from '../../../../server/http/outbound.ts'

export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string
  /** What is done, for the log, such as `register`. The address is not logged: it may have secrets. */
  action: string
  /** The name that it is about. */
  target: string | null
  /** Texts that no log, audit entry, mail or event may have, such as the key and a transfer code. */
  secrets: readonly string[]
}

/** What came back. `words` are cleaned: one line of at most 300 characters, without the secrets of the request. */
export type ProviderAnswer =
  | {
      state: 'answered'
      status: number
      text: string
      /** The parsed body; undefined where it is no JSON. */
      json: unknown
      /** The clock of the provider. */
      date: Date | null
      /** The header `retry-after`. */
      retryAfter: string | null
      /** Cleans a text of the answer for people and logs. */
      clean: (text: string) => string
    }
  /** The connection never came about. Nothing was done. */
  | { state: 'not-sent'; words: string }
  /** It was sent, and no whole answer came. It may have been done. */
  | { state: 'cut'; words: string }

export type ProviderCall = (asked: ProviderRequest) => Promise<ProviderAnswer>

/** One call as it is logged. */
export interface LoggedCall {
  action: string
  target: string | null
  took_ms: number
  /** The HTTP status, or what happened instead. */
  outcome: string
}

interface Options {
  targets: Targets
  log?: (call: LoggedCall) => void
  timeoutMs?: number
  mostBytes?: number
  /** A further certificate authority, for tests. */
  ca?: string
}

const TIMEOUT_MS = 45_000
const CONNECT_MS = 8_000
/** Price lists of a thousand endings have some 300 KB. */
const MOST_BYTES = 4 * 1024 * 1024
const MOST_HEADER_BYTES = 16 * 1024
const MOST_WORDS = 300

/**
 * Makes the function by which drivers call a provider: by HTTPS to public addresses, or to what `OUTBOUND_ALLOW` names.
 * It follows no redirect, reads at most 4 MB, ends after 45 s, repeats nothing and never throws.
 */
export const providerCall =
  ({ targets, log, timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES, ca }: Options): ProviderCall =>
  async (asked) => {
    const begun = performance.now()
    const answer = await ask(asked, { targets, timeoutMs, mostBytes, ca })
    log?.({
      action: asked.action,
      target: asked.target,
      took_ms: Math.round(performance.now() - begun),
      outcome: answer.state === 'answered' ? String(answer.status) : answer.words,
    })
    return answer
  }

async function ask(
  { method, url: address, headers, body, secrets }: ProviderRequest,
  {
    targets,
    timeoutMs,
    mostBytes,
    ca,
  }: Required<Pick<Options, 'targets' | 'timeoutMs' | 'mostBytes'>> & { ca: string | undefined },
): Promise<ProviderAnswer> {
  if (!URL.canParse(address)) return { state: 'not-sent', words: 'the address is none' }
  const url = new URL(address)
  const addressesOf = (host: string) =>
    checkedAddresses(host, (found) => mayReach(targets.allowed, url, found), targets.resolve)
  const signal = AbortSignal.timeout(timeoutMs)
  let isConnected = false
  const agent = new Agent({
    connect: { lookup: checkedLookup(addressesOf), timeout: CONNECT_MS, ...(ca && { ca }) },
    maxHeaderSize: MOST_HEADER_BYTES,
    pipelining: 0,
  })
  agent.on('connect', () => (isConnected = true))
  try {
    // An IP address in the URL is not looked up, so it is checked here.
    if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) await addressesOf(url.hostname)
    const {
      statusCode,
      headers: answered,
      body: stream,
    } = await request(url, {
      dispatcher: agent,
      method,
      headers: { 'user-agent': 'Kikoa', accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      signal,
    })
    const text = await textOf(stream, mostBytes)
    if (text === undefined) return { state: 'cut', words: 'the answer was too large' }
    const clean = cleaner(secrets)
    return {
      state: 'answered',
      status: statusCode,
      text,
      json: parsed(text),
      date: dateOf(answered['date']),
      retryAfter: one(answered['retry-after']),
      clean,
    }
  } catch (error) {
    const words = wordsOf(error, signal)
    return { state: isConnected ? 'cut' : 'not-sent', words }
  } finally {
    await agent.destroy().catch(() => {})
  }
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header) ?? null

function dateOf(header: string | string[] | undefined): Date | null {
  const date = new Date(one(header) ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}

function wordsOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time'
  const causes = [error, (error as Error).cause]
  if (causes.some((cause) => cause instanceof InnerAddress)) return 'the address is not allowed'
  return `no connection (${(error as NodeJS.ErrnoException).code ?? 'failed'})`
}

/** The whole body as text, without a byte order mark, which is no JSON. Undefined where it is larger. */
async function textOf(stream: AsyncIterable<Buffer>, most: number): Promise<string | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > most) return undefined
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One line of a text, without secrets, control characters and HTML. */
export const cleaner = (secrets: readonly string[]) => {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter(Boolean)
  // The longest come first: one secret may be the beginning of another.
  const hidden = forms
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const all = hidden.length ? new RegExp(hidden.join('|'), 'gi') : undefined
  return (text: string) =>
    (all ? text.replaceAll(all, '•••') : text)
      // Without `<` inside, a text of nothing but `<` is read once, and not from each of them to its end.
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, MOST_WORDS)
      .toWellFormed()
}

/** A secret as answers repeat it: plain, in an address, in a form, in JSON (of PHP too), in HTML and in base64. */
function formsOf(secret: string): string[] {
  const plain = secret.toWellFormed()
  const json = JSON.stringify(plain).slice(1, -1)
  const signs: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#039;',
  }
  return [
    secret,
    encodeURIComponent(plain),
    new URLSearchParams({ '': plain }).toString().slice(1),
    json,
    json.replaceAll('/', String.raw`\/`),
    plain.replaceAll(/[&<>"']/g, (sign) => signs[sign]!),
    ...base64Of(plain),
  ]
}

/** The shortest part of a secret in base64 that is looked for. Shorter ones are found in harmless words. */
const LEAST_BASE64 = 6

/**
 * A secret in base64, alone and in a longer text. There it begins at one of three places, and only the signs that no
 * neighbour has a part in are the same each time.
 */
function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inside = [0, 2, 3].map((from, before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64url')
      .slice(from, Math.floor(((before + bytes.length) * 8) / 6)),
  )
  return [bytes.toString('base64'), bytes.toString('base64url'), ...inside]
    .filter((form) => form.length >= LEAST_BASE64)
    .flatMap((form) => [form, form.replaceAll('-', '+').replaceAll('_', '/')])
}
