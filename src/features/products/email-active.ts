/** The status of e-mail requests that were activated, as it is stored, sent and shown. */
export const EMAIL_ACTIVE = 'YOUR EMAIL IS ACTIVE NOW'
