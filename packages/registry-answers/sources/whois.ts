import { connect } from 'node:net'
import { domainToUnicode } from 'node:url'
import { RegistryError } from '../errors.ts'
import type { Transport } from '../network/transport.ts'
import { readWhois } from '../whois/classify.ts'
import { readLines } from '../whois/fields.ts'
import { type Reading, type ToAscii, referenceOf } from './judge.ts'

export interface WhoisQuery {
  /** `whois.example`, `127.0.0.1:4343`, `[::1]:43` */
  server: string
  /** The operator named the server, so it may have an internal address. */
  allowPrivate: boolean
  name: string
  signal: AbortSignal
}

const MOST_BYTES = 64 * 1024

/** These servers take a bare name for a search. With these lines they answer for exactly the name. */
const lines: Readonly<Record<string, (name: string) => string>> = {
  'whois.verisign-grs.com': (name) => `domain ${name}`,
}

/**
 * Asks a WHOIS server (RFC 3912): sends one line and returns the text that arrives until the server closes.
 * @throws RegistryError `inner-address`, `no-connection` (also for an answer that is cut off), `too-large`, and the signal's
 *   reason once it is aborted
 */
export async function queryWhois(
  transport: Transport,
  { server, allowPrivate, name, signal }: WhoisQuery,
): Promise<string> {
  const [, host = server, port = '43'] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(server) ?? []
  const line = lines[host.toLowerCase()]?.(name) ?? name
  const [address] = await transport.addressesOf(host, allowPrivate)
  if (signal.aborted) throw signal.reason
  return new Promise((done, fail) => {
    const socket = connect({ host: address!, port: Number(port) })
    const parts: Buffer[] = []
    let size = 0
    const end = (problem?: unknown) => {
      signal.removeEventListener('abort', abort)
      socket.destroy()
      if (problem) fail(problem instanceof Error ? problem : new RegistryError('no-connection'))
      else done(decode(Buffer.concat(parts)))
    }
    const abort = () => end(signal.reason)
    signal.addEventListener('abort', abort)
    socket.on('error', (cause) => end(new RegistryError('no-connection', { cause })))
    socket.on('connect', () => socket.write(`${line}\r\n`))
    socket.on('data', (part: Buffer) => {
      parts.push(part)
      size += part.length
      if (size > MOST_BYTES) end(new RegistryError('too-large'))
    })
    socket.on('end', () => end())
    socket.on('close', () => end(new RegistryError('no-connection')))
  })
}

/**
 * RFC 3912 names no encoding: ISO-2022-JP if its escape sequence appears, UTF-8 if the text is valid UTF-8, otherwise
 * Latin-1.
 */
function decode(bytes: Buffer): string {
  if (bytes.includes('\x1b$')) return new TextDecoder('iso-2022-jp').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/**
 * Reads a WHOIS text.
 * @throws RegistryError when the text says nothing about this name
 */
export function readAnswer(
  text: string,
  name: string,
  { suffix, server }: { suffix: string; server: string },
  toAscii: ToAscii,
): Reading {
  const readable = domainToUnicode(name)
  const said = readable === name ? text : inAscii(text, readable, name)
  const { verdict, hold, about, others = [] } = readWhois(said, suffix, name)
  const needsControl = verdict === 'unknown'
  if (needsControl && !others.some(({ isForeignSentence }) => isForeignSentence))
    throw new RegistryError('not-understood', { text })
  if (about && toAscii(about) !== name) throw new RegistryError('other-name', { text })
  return {
    status: verdict === 'taken' ? (hold ?? 'taken') : 'available',
    reference: referenceOf(server, said, readLines(said), name),
    others,
    needsControl,
    text,
  }
}

/** Some servers repeat the name in its own script. */
const inAscii = (text: string, readable: string, name: string) =>
  text.replace(new RegExp(readable.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu'), name)
