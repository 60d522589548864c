import { type Kysely, sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { REQUEST_ID_HEADER } from '../request-id.ts'
import { type LiveEvent, OVERLAP_MS } from './event-channel.ts'

/** Bytes. A client that is further behind is disconnected and resumes later. */
const MAX_BUFFERED = 256 * 1024
const HEARTBEAT_MS = 15_000
const SESSION_CHECK_MS = 1_000
/** With more events than this, the client must fetch everything again. */
const MAX_REPLAYED = 1_000
const MAX_PAGE_AGE_MS = 60_000

/** Open streams of one person on this node: 4 sessions with many tabs each. One more ends the oldest. */
const MAX_PER_PERSON = 50

type Person = Exclude<Caller, string>

interface Stream extends Person {
  admin: boolean
  /** What an admin may do; null for a customer. */
  staffRole: string | null
  reply: FastifyReply
  ended: boolean
  /** The id to resume from. It only grows, although events arrive in the order of their commits. */
  lastId: number
  /** Events that arrived while the replay is being read. Undefined once the replay was sent. */
  queued: LiveEvent[] | undefined
}

/** The open event streams of this node. */
export class LiveStreams {
  readonly #database: Database
  readonly #onError: (error: unknown) => void
  readonly #byPerson = new Map<string, Set<Stream>>()
  readonly #admins = new Set<Stream>()
  readonly #timers: NodeJS.Timeout[]
  #isChecking = false

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database
    this.#onError = onError
    this.#timers = [
      setInterval(() => this.#sendHeartbeats(), HEARTBEAT_MS),
      setInterval(() => {
        this.#checkSessions().catch(this.#onError)
      }, SESSION_CHECK_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  get size() {
    let streams = 0
    for (const some of this.#byPerson.values()) streams += some.size
    return streams
  }

  countOfSession({ person, session }: Person) {
    return [...(this.#byPerson.get(person) ?? [])].filter((stream) => stream.session === session).length
  }

  /**
   * Opens a stream for a person until the token expires. It is registered before the replay is read, so that no event
   * is missed. Refuses as a transaction of that person does.
   */
  async open(request: FastifyRequest, reply: FastifyReply, person: Person, expiresAt: Date) {
    const resumeFrom = positive(request.headers['last-event-id'])
    const pageAge = Math.min(positive(request.headers['page-age']), MAX_PAGE_AGE_MS)
    const stream: Stream = {
      ...person,
      admin: false,
      staffRole: null,
      reply,
      ended: false,
      lastId: 0,
      queued: [],
    }
    this.#add(stream)
    // Registered before the first await, so that a disconnect during the replay is noticed.
    reply.raw.on('close', () => this.#remove(stream))
    try {
      const { role, staffRole, events } = await this.#database.read(
        person,
        async ({ db }) => {
          const [profile, replay, newest] = await Promise.all([
            db
              .selectFrom('profiles')
              .select(['role', 'staff_role'])
              .where('id', '=', person.person)
              .executeTakeFirst(),
            resumeFrom || pageAge ? replayQuery(db, { resumeFrom, pageAge }).execute() : [],
            db
              .selectFrom('events')
              .select((eb) => eb.fn.max('id').as('id'))
              .executeTakeFirst(),
          ])
          stream.lastId = Math.max(resumeFrom, newest?.id ?? 0)
          return { role: profile?.role, staffRole: profile?.staff_role, events: replay as LiveEvent[] }
        },
        'own',
      )
      // The server's deadline has already answered with 503.
      if (reply.sent) {
        this.#remove(stream)
        return
      }
      reply.hijack()
      if (stream.ended) reply.raw.destroy()
      if (reply.raw.destroyed) {
        this.#remove(stream)
        return
      }
      if (role === 'admin') {
        stream.admin = true
        stream.staffRole = staffRole ?? null
        this.#admins.add(stream)
      }
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        [REQUEST_ID_HEADER]: request.id,
      })
      const left = Math.min(expiresAt.getTime() - Date.now(), 2 ** 31 - 1)
      const end = setTimeout(() => this.#end(stream), Math.max(0, left))
      reply.raw.on('close', () => clearTimeout(end))
      const queued = stream.queued ?? []
      stream.queued = undefined
      // The id to resume from, in case the connection breaks before the first event.
      reply.raw.write(
        `id: ${stream.lastId}\nevent: ${events.length > MAX_REPLAYED ? 'all' : 'open'}\ndata: {}\n\n`,
      )
      const sent = new Set<number>()
      for (const event of [...events.slice(0, MAX_REPLAYED), ...queued]) {
        if (sent.has(event.id)) continue
        sent.add(event.id)
        this.#send(stream, event)
      }
    } catch (error) {
      this.#remove(stream)
      throw error
    }
  }

  /** Sends committed events to the streams of everyone who may see them. */
  deliver = (events: LiveEvent[]) => {
    for (const event of events) {
      if (!event.for_admins)
        for (const stream of this.#streamsFor(event)) if (!stream.admin) this.#send(stream, event)
      for (const stream of this.#admins) this.#send(stream, event)
    }
  }

  /** An event without a person, such as a change of the settings, is for everyone. */
  #streamsFor({ user_id }: LiveEvent): Iterable<Stream> {
    if (user_id) return this.#byPerson.get(user_id) ?? []
    return [...this.#byPerson.values()].flatMap((streams) => [...streams])
  }

  /** Ends every stream. The clients reconnect, to another node if this one stops. */
  close() {
    for (const timer of this.#timers) clearInterval(timer)
    for (const streams of this.#byPerson.values()) for (const stream of streams) this.#end(stream)
  }

  #send(stream: Stream, event: LiveEvent) {
    if (stream.queued) {
      stream.queued.push(event)
      return
    }
    const { raw } = stream.reply
    if (raw.writableLength > MAX_BUFFERED) {
      raw.destroy()
      return
    }
    stream.lastId = Math.max(stream.lastId, event.id)
    const { id, type, topics, entity_id } = event
    raw.write(
      `id: ${stream.lastId}\nevent: change\ndata: ${JSON.stringify({ id, type, topics, entity_id })}\n\n`,
    )
  }

  #sendHeartbeats() {
    for (const streams of this.#byPerson.values())
      for (const { queued, reply } of streams) {
        if (queued) continue
        if (reply.raw.writableLength > MAX_BUFFERED) reply.raw.destroy()
        else reply.raw.write(': beat\n\n')
      }
  }

  /** Ends the streams of a session within a second of a log-out, a ban or a change of role. */
  async #checkSessions() {
    const open = [...this.#byPerson.values()]
      .flatMap((streams) => [...streams])
      .filter((stream) => !stream.queued)
    if (!open.length || this.#isChecking) return
    this.#isChecking = true
    try {
      const valid = await this.#database.readBriefly(({ db }) =>
        sql<{
          session: string
          role: string
          staff_role: string | null
        }>`select session, role, staff_role from auth.good_sessions(${open.map((one) => one.session)})`.execute(
          db,
        ),
      )
      const roles = new Map(valid.rows.map((row) => [row.session, row]))
      for (const stream of open) {
        const now = roles.get(stream.session)
        const isSame = now && (now.role === 'admin') === stream.admin && now.staff_role === stream.staffRole
        if (!isSame) this.#end(stream)
      }
    } finally {
      this.#isChecking = false
    }
  }

  #end(stream: Stream) {
    this.#remove(stream)
    stream.ended = true
    if (stream.reply.sent) stream.reply.raw.end()
  }

  #add(stream: Stream) {
    const streams = this.#byPerson.get(stream.person) ?? new Set()
    this.#byPerson.set(stream.person, streams.add(stream))
    // A set iterates in insertion order.
    const [oldest] = streams
    if (streams.size > MAX_PER_PERSON && oldest) this.#end(oldest)
  }

  #remove(stream: Stream) {
    this.#admins.delete(stream)
    const streams = this.#byPerson.get(stream.person)
    streams?.delete(stream)
    if (!streams?.size) this.#byPerson.delete(stream.person)
  }
}

/** A positive integer of a header, otherwise 0. */
function positive(header: string | string[] | undefined): number {
  const value = Number(header)
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}

interface Resume {
  /** The id of the last event that the client received, or 0. */
  resumeFrom: number
  /** Without an id: milliseconds since the client began to fetch its data. At most `MAX_PAGE_AGE_MS` are replayed. */
  pageAge: number
}

// Row-level security limits it to a person's own events. An admin reads all.
const replayQuery = (db: Kysely<Tables>, { resumeFrom, pageAge }: Resume) =>
  db
    .selectFrom('events')
    .select(['id', 'user_id', 'type', 'topics', 'entity_id', 'for_admins'])
    .where((eb) =>
      resumeFrom
        ? eb.or([
            eb('id', '>', resumeFrom),
            eb(
              'at',
              '>',
              sql<Date>`(select coalesce(max(at), '-infinity') from events where id = ${resumeFrom}) - ${OVERLAP_MS} * interval '1 ms'`,
            ),
          ])
        : eb('at', '>', sql<Date>`now() - ${pageAge + OVERLAP_MS} * interval '1 ms'`),
    )
    .orderBy('id')
    .limit(MAX_REPLAYED + 1)
