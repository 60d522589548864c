export { oneLine } from '@kikoa/auth/rules'
