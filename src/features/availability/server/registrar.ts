import type { AnswerStatus } from '../answer.ts'

/** What a registrar can say of a name; where it can't tell it throws. */
export type RegistrarWord = Exclude<AnswerStatus, 'invalid' | 'unsupported' | 'error'>

/**
 * Where the shop registers names, with its own account: over EPP or a registrar's HTTP interface. It is asked last,
 * to confirm what the registry says is free, and where the registry says nothing.
 */
export interface Registrar {
  /** For the log and the admins. */
  name: string
  sells(suffix: string): boolean
  /**
   * @param name in ASCII
   * @param signal aborted at the name's deadline
   */
  check(name: string, signal: AbortSignal): Promise<RegistrarWord>
}
