/** Why an action was refused, as data: a code of the contract, and what the caller needs to continue. */
export interface Refusal<Code extends string = string> {
  code: Code
  data?: unknown
}

/** The one error that transports the refusal of a rule, thrown at the edge of a transaction. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(code: string, data?: unknown) {
    super(code)
    this.name = 'Refused'
    this.refusal = { code, data }
  }
}
