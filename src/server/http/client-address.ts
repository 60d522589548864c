export { isPublicAddress, rateLimitKey } from '@kikoa/auth'
