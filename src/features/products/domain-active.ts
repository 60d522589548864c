/** The status of domain requests that were activated, as it is stored, sent and shown. */
export const DOMAIN_ACTIVE = 'YOUR DOMAIN IS ACTIVE NOW'
