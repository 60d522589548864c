/** The status of domain requests that were activated, as it is stored, sent and shown. */
export const DOMAIN_ACTIVE = 'YOUR DOMAIN IS ACTIVE NOW'

/** The status of e-mail requests that were activated, as it is stored, sent and shown. */
export const EMAIL_ACTIVE = 'YOUR EMAIL IS ACTIVE NOW'
