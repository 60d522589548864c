/** Why the program can't start, in one sentence for the operator. It is printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
