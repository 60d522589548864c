const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Whether a value is the id of a row, as text (RFC 9562 §4). */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)
