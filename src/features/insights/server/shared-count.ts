/**
 * A count that all callers on this node share. It runs at most once in `restMs`. Within that time a caller gets the
 * last count if nothing has changed since, and otherwise waits for the next one. No caller who knows of a change gets
 * an older count.
 */
export class SharedCount<Count> {
  readonly #restMs: number
  #began = -Infinity
  #isOld = true
  #last: Promise<Count> | undefined
  #next: Promise<Count> | undefined

  constructor(restMs: number) {
    this.#restMs = restMs
  }

  /** Called after a commit: the last count may be outdated. */
  forget() {
    this.#isOld = true
  }

  get(count: () => Promise<Count>): Promise<Count> {
    const rest = this.#began + this.#restMs - performance.now()
    if (rest <= 0) return this.#next ?? this.#count(count)
    if (!this.#isOld && this.#last) return this.#last
    this.#next ??= new Promise<void>((done) => setTimeout(done, rest)).then(() => this.#count(count))
    return this.#next
  }

  #count(count: () => Promise<Count>): Promise<Count> {
    this.#began = performance.now()
    this.#isOld = false
    this.#next = undefined
    const counted = count()
    this.#last = counted
    counted.catch(() => {
      if (this.#last === counted) this.#began = -Infinity
    })
    return counted
  }
}
