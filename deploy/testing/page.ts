import { connect, type Socket } from 'node:net'

/** The live stream of an open page, which opens another one where it ends and goes on after the last event it has. */
export class Page {
  readonly customer: string
  readonly received = new Set<number>()
  /** How often its stream was lost. */
  lost = 0
  /** The longest time between two events, in ms. */
  longestMs = 0
  lastAt = 0
  isOpen = false
  readonly #token: string
  readonly #address: () => string
  #last = ''
  #socket: Socket | undefined
  #isClosed = false
  #failures = 0

  /** @param address of the node for the next stream */
  constructor(customer: string, token: string, address: () => string) {
    this.customer = customer
    this.#token = token
    this.#address = address
    this.#open()
  }

  #open() {
    const { hostname, port } = new URL(this.#address())
    const socket = connect(Number(port), hostname)
    this.#socket = socket
    const resumes = this.#last && `last-event-id: ${this.#last}\r\n`
    socket.write(
      `GET /api/v1/live HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${this.#token}\r\n${resumes}\r\n`,
    )
    let rest = ''
    let id = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (line.startsWith('id: ')) id = line.slice(4)
        else if (line.startsWith('event: all')) throw new Error('more events than a stream resumes with')
        else if (line.startsWith('data: ')) {
          this.isOpen = true
          this.#failures = 0
          const event = JSON.parse(line.slice(6)) as { id?: number }
          if (event.id) this.#receive(event.id)
          this.#last = id
        }
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      const wasOpen = this.isOpen
      this.isOpen = false
      if (this.#isClosed) return
      if (wasOpen) this.lost++
      // As the browser's client does.
      const longest = Math.min(15_000, 300 * 2 ** ++this.#failures)
      setTimeout(() => this.#open(), longest * (0.5 + Math.random() / 2))
    })
  }

  #receive(id: number) {
    const now = performance.now()
    if (this.lastAt) this.longestMs = Math.max(this.longestMs, now - this.lastAt)
    this.lastAt = now
    this.received.add(id)
  }

  close() {
    this.#isClosed = true
    this.#socket!.destroy()
  }
}
