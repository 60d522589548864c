import { randomUUID } from 'node:crypto'
import { type Server as HttpServer, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ApiError, type CommonCode, commonErrors } from '../../shared/api-error.ts'
import type { Log } from '../log.ts'
import { Refused } from '../../shared/refusal.ts'
import { isInvalidValue, Unavailable } from '../database/database.ts'
import { REQUEST_ID_HEADER, requestId, withRequestId } from '../request-id.ts'

/** The one maker of the bodies of errors. */
export const apiError = ({ code, status, message, data }: Omit<ApiError, 'request_id'>): ApiError => ({
  code,
  status,
  message,
  ...(data !== undefined && { data }),
  request_id: requestId() ?? randomUUID(),
})

const codes = Object.keys(commonErrors) as CommonCode[]

/** The body of a common error, by its code or by a status that says all there is to say. */
export function errorBody(of: CommonCode | number, data?: unknown): ApiError {
  const code = typeof of === 'number' ? codeOf(of) : of
  const { status, message } = commonErrors[code]
  return apiError({ code, status: typeof of === 'number' ? of : status, message, data })
}

const codeOf = (status: number): CommonCode =>
  codes.find((code) => commonErrors[code].status === status) ??
  (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR')

export const isCommon = (code: string): code is CommonCode => code in commonErrors

/** The common error that a route outside of the contract answers for what was thrown in it. Undefined for a defect. */
export function commonCodeOf(error: unknown): CommonCode | undefined {
  if (error instanceof Unavailable) return 'SERVICE_UNAVAILABLE'
  if (isInvalidValue(error)) return 'BAD_REQUEST'
  return error instanceof Refused && isCommon(error.refusal.code) ? error.refusal.code : undefined
}

/** The answers of each connection that are not sent yet. */
const openAnswers = new WeakMap<Duplex, Set<ServerResponse>>()

/** Notes for each connection of a server what is not answered yet. */
export function noteOpenAnswers(server: HttpServer) {
  server.prependListener('request', ({ socket }, response) => {
    const open = openAnswers.get(socket) ?? new Set()
    openAnswers.set(socket, open.add(response))
    response.once('close', () => open.delete(response))
  })
}

/** Whether the next bytes would be read as a part of an answer, or as the answer to a request that has arrived wholly. */
const isAnswering = (socket: Duplex) =>
  [...(openAnswers.get(socket) ?? [])].some(({ headersSent, req }) => headersSent || req.complete)

/**
 * Answers bytes that are no request, too large or too slow, as far as the connection still can, and ends it. The log has a
 * line with the id of the answer, and nothing of what was sent.
 */
export function refuseConnection(log: Log, error: NodeJS.ErrnoException, socket: Duplex) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable && !isAnswering(socket))
    withRequestId(randomUUID(), () => writeRefusal(log, error.code, socket))
  socket.destroy(error)
}

function writeRefusal(log: Log, code = '', socket: Duplex) {
  const status = statusByCode[code] ?? 400
  const body = errorBody(status)
  log.info({ status, code }, 'bytes that are no request were refused')
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `${REQUEST_ID_HEADER}: ${body.request_id}`,
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
}

const statusByCode: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
