import { contract } from './contract.ts'

/**
 * The contract as the browser needs it to make calls: methods and paths, without the schemas, which stay with the
 * server. Its type is still the whole contract's.
 */
export const routes = JSON.parse(
  JSON.stringify(contract, (key, part) => (key === '~orpc' ? callOf(part.route) : part)),
) as typeof contract

/** What a call is made from. oRPC expects a list of errors and notes beside it, be they empty. */
function callOf({ method, path, inputStructure, outputStructure }: Record<string, unknown>) {
  return { errorMap: {}, meta: {}, route: { method, path, inputStructure, outputStructure } }
}
