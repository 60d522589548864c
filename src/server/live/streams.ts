import { type Kysely, sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { type LiveEvent, OVERLAP_MS } from './watcher.ts'

/** A reader that is this far behind is cut off, and resumes from where it was. */
const MOST_BUFFERED = 256 * 1024
const HEARTBEAT_MS = 15_000
const SESSION_CHECK_MS = 1_000
/** More than this and the client is told to fetch everything anew. */
const MOST_REPLAYED = 1_000

/** Streams that one person may hold open on this node: 4 sessions full of tabs. One more ends the oldest. */
const MOST_PER_PERSON = 50

type Person = Exclude<Caller, string>

interface Stream extends Person {
  admin: boolean
  reply: FastifyReply
  /** Ended while it was still joining. */
  ended: boolean
  /** The resume point: it never goes backwards, though events come in the order of their commits. */
  last: number
  /** Events that arrived while the replay was still being read. */
  joining: LiveEvent[] | undefined
}

/** The open streams of this node, and what they are sent. */
export class Streams {
  readonly #database: Database
  readonly #onError: (error: unknown) => void
  readonly #of = new Map<string, Set<Stream>>()
  readonly #admins = new Set<Stream>()
  readonly #timers: NodeJS.Timeout[]
  #isChecking = false

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database
    this.#onError = onError
    this.#timers = [
      setInterval(() => this.#beat(), HEARTBEAT_MS),
      setInterval(() => {
        this.#checkSessions().catch(this.#onError)
      }, SESSION_CHECK_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  get size() {
    let streams = 0
    for (const some of this.#of.values()) streams += some.size
    return streams
  }

  ofSession({ person, session }: Person) {
    return [...(this.#of.get(person) ?? [])].filter((stream) => stream.session === session).length
  }

  /**
   * Opens a stream for a person until the token's end. Joins first and reads the replay second, so that nothing
   * falls between the two. Refuses as a transaction of that person does.
   */
  async open(request: FastifyRequest, reply: FastifyReply, person: Person, expiresAt: Date) {
    const resumeFrom = Number(request.headers['last-event-id'])
    const stream: Stream = { ...person, admin: false, reply, ended: false, last: 0, joining: [] }
    this.#join(stream)
    // Before anything is waited for: who hangs up meanwhile is heard of only here.
    reply.raw.on('close', () => this.#leave(stream))
    try {
      const { role, events } = await this.#database.read(
        person,
        async ({ db }) => {
          const [profile, replay, newest] = await Promise.all([
            db.selectFrom('profiles').select('role').where('id', '=', person.person).executeTakeFirst(),
            Number.isSafeInteger(resumeFrom) && resumeFrom > 0 ? replayQuery(db, resumeFrom).execute() : [],
            db
              .selectFrom('events')
              .select((eb) => eb.fn.max('id').as('id'))
              .executeTakeFirst(),
          ])
          stream.last = Math.max(resumeFrom || 0, newest?.id ?? 0)
          return { role: profile?.role, events: replay as LiveEvent[] }
        },
        'own',
      )
      // Somebody who was told meanwhile that it takes too long waits for nothing more.
      if (reply.sent) {
        this.#leave(stream)
        return
      }
      reply.hijack()
      if (stream.ended) reply.raw.destroy()
      if (reply.raw.destroyed) {
        this.#leave(stream)
        return
      }
      if (role === 'admin') {
        stream.admin = true
        this.#admins.add(stream)
      }
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      })
      const left = Math.min(expiresAt.getTime() - Date.now(), 2 ** 31 - 1)
      const end = setTimeout(() => this.#end(stream), Math.max(0, left))
      reply.raw.on('close', () => clearTimeout(end))
      const arrived = stream.joining ?? []
      stream.joining = undefined
      // The place to resume from, also for a reader that is cut before anything happens.
      reply.raw.write(
        `id: ${stream.last}\nevent: ${events.length > MOST_REPLAYED ? 'all' : 'open'}\ndata: {}\n\n`,
      )
      const sent = new Set<number>()
      for (const event of [...events.slice(0, MOST_REPLAYED), ...arrived]) {
        if (sent.has(event.id)) continue
        sent.add(event.id)
        this.#send(stream, event)
      }
    } catch (error) {
      this.#leave(stream)
      throw error
    }
  }

  /** Hands committed events to whoever may see them. */
  deliver = (events: LiveEvent[]) => {
    for (const event of events) {
      if (!event.for_admins)
        for (const stream of this.#followers(event)) if (!stream.admin) this.#send(stream, event)
      for (const stream of this.#admins) this.#send(stream, event)
    }
  }

  /** What is nobody's own, such as a change of the shop itself, is everybody's. */
  #followers({ user_id }: LiveEvent): Iterable<Stream> {
    if (user_id) return this.#of.get(user_id) ?? []
    return [...this.#of.values()].flatMap((streams) => [...streams])
  }

  /** Ends every stream: the clients come back, to another node where this one is stopping. */
  close() {
    for (const timer of this.#timers) clearInterval(timer)
    for (const streams of this.#of.values()) for (const stream of streams) this.#end(stream)
  }

  #send(stream: Stream, event: LiveEvent) {
    if (stream.joining) {
      stream.joining.push(event)
      return
    }
    const { raw } = stream.reply
    if (raw.writableLength > MOST_BUFFERED) {
      raw.destroy()
      return
    }
    stream.last = Math.max(stream.last, event.id)
    const { id, type, topics, entity_id } = event
    raw.write(
      `id: ${stream.last}\nevent: change\ndata: ${JSON.stringify({ id, type, topics, entity_id })}\n\n`,
    )
  }

  #beat() {
    for (const streams of this.#of.values())
      for (const { joining, reply } of streams) {
        if (joining) continue
        if (reply.raw.writableLength > MOST_BUFFERED) reply.raw.destroy()
        else reply.raw.write(': beat\n\n')
      }
  }

  /** A log-out, a ban or another role ends the streams of a session within a second, LISTEN or no LISTEN. */
  async #checkSessions() {
    const open = [...this.#of.values()].flatMap((streams) => [...streams]).filter((stream) => !stream.joining)
    if (!open.length || this.#isChecking) return
    this.#isChecking = true
    try {
      const good = await this.#database.readBriefly(({ db }) =>
        sql<{
          session: string
          role: string
        }>`select session, role from auth.good_sessions(${open.map((one) => one.session)})`.execute(db),
      )
      const roles = new Map(good.rows.map(({ session, role }) => [session, role]))
      for (const stream of open) {
        const role = roles.get(stream.session)
        if (role === undefined || (role === 'admin') !== stream.admin) this.#end(stream)
      }
    } finally {
      this.#isChecking = false
    }
  }

  #end(stream: Stream) {
    this.#leave(stream)
    stream.ended = true
    if (stream.reply.sent) stream.reply.raw.end()
  }

  #join(stream: Stream) {
    const streams = this.#of.get(stream.person) ?? new Set()
    this.#of.set(stream.person, streams.add(stream))
    // A set gives its members in the order in which they came.
    const [oldest] = streams
    if (streams.size > MOST_PER_PERSON && oldest) this.#end(oldest)
  }

  #leave(stream: Stream) {
    this.#admins.delete(stream)
    const streams = this.#of.get(stream.person)
    streams?.delete(stream)
    if (!streams?.size) this.#of.delete(stream.person)
  }
}

// Row security leaves each person the own events; an admin all.
const replayQuery = (db: Kysely<Tables>, from: number) =>
  db
    .selectFrom('events')
    .select(['id', 'user_id', 'type', 'topics', 'entity_id', 'for_admins'])
    .where((eb) =>
      eb.or([
        eb('id', '>', from),
        eb(
          'at',
          '>',
          sql<Date>`(select coalesce(max(at), '-infinity') from events where id = ${from}) - ${OVERLAP_MS} * interval '1 ms'`,
        ),
      ]),
    )
    .orderBy('id')
    .limit(MOST_REPLAYED + 1)
