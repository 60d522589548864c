export type { AuthAction } from './actions.ts'
export { isEmail, normalEmail } from './email.ts'
export { oneLine } from './one-line.ts'
export { weaknessesOf } from './password.ts'
