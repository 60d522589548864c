export { weaknessesOf } from '@kikoa/auth/rules'
