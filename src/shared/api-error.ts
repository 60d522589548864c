/** The body of every refused or failed call of the API. */
export interface ApiError {
  /** Of the endpoint in the contract, or one of `commonErrors`. */
  code: string
  /** The HTTP status. */
  status: number
  /** In English, for the log of a program. Screens have their own sentences by the code. */
  message: string
  /** What the caller needs to continue, by the code. */
  data?: unknown
  /** The id of the request, a UUID. The header `x-request-id` and the log of the shop have it too. */
  request_id: string
}

/** What any endpoint may answer, by code. The first of a status is what is answered for that status alone. */
export const commonErrors = {
  BAD_REQUEST: { status: 400, message: 'The request could not be read.' },
  UNAUTHORIZED: { status: 401, message: 'Please log in.' },
  FORBIDDEN: { status: 403, message: 'Access denied. Admins only.' },
  SECOND_FACTOR_NEEDED: { status: 403, message: 'Please confirm the log-in with your second factor.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send JSON.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This idempotency key was used with another body.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The headers are too large.' },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'Something went wrong.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service is briefly unavailable. Please try again.',
  },
} as const

export type CommonCode = keyof typeof commonErrors
