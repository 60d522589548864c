export { StartError } from '@kikoa/postgres'
