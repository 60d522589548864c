export { isEmail, normalEmail } from '@kikoa/auth/rules'
