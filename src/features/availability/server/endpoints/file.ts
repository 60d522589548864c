import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartError } from '../../../../server/start-error.ts'
import { type Endpoints, endpointsShape } from '../../../settings/registry-endpoints.ts'
import { tidy } from './table.ts'

/**
 * The operator's endpoints out of the file that `AVAILABILITY_ENDPOINTS` names.
 * @throws StartError with one sentence that says what is wrong with it.
 */
export function readEndpointsFile(path: string | undefined): Endpoints {
  if (!path) return {}
  const wrong = (why: string, cause?: unknown) =>
    new StartError(`The setting AVAILABILITY_ENDPOINTS is wrong: ${why}.`, { cause })
  let text: unknown
  try {
    text = JSON.parse(readFileSync(resolve(path), 'utf8'))
  } catch (error) {
    throw wrong(error instanceof SyntaxError ? `${path} is not JSON` : `${path} can't be read`, error)
  }
  const read = z.safeParse(endpointsShape, text)
  if (read.success) return tidy(read.data)
  const { path: at, code, message: said } = read.error.issues[0]!
  const message =
    code === 'custom' || code === 'invalid_format'
      ? said
      : 'is not of the form {"suffix":{"rdap":"…","whois":"…","known":["…"]}}'
  throw wrong(`${path}: ${at.map(String).join('.') || 'the whole'} ${message}`)
}
