/** The status of an activated domain request, as it is stored, sent and shown. */
export const DOMAIN_ACTIVE = 'YOUR DOMAIN IS ACTIVE NOW'

/** The status of an activated email request, as it is stored, sent and shown. */
export const EMAIL_ACTIVE = 'YOUR EMAIL IS ACTIVE NOW'
