/** Why something was not done, as data: a code of the contract and what its reader needs to go on. */
export interface Refusal<Code extends string = string> {
  code: Code
  data?: unknown
}

/** The one error that a rule's refusal travels in, thrown at the edge of a transaction. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(code: string, data?: unknown) {
    super(code)
    this.name = 'Refused'
    this.refusal = { code, data }
  }
}
