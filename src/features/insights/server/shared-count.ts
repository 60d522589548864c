/**
 * A count that everybody on this node shares. It is made at most once in `restMs`; whoever asks within that time gets
 * the last one as long as nothing has changed since, and otherwise waits for the next: nobody is told of a change and
 * then shown the count from before it.
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

  /** Something was committed: the last count may be wrong by now. */
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
