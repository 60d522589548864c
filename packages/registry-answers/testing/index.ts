export { selfSigned } from './certificate.ts'
export {
  fakeRdap,
  type FakeRdap,
  fakeWhois,
  knownTo,
  type RdapAnswer,
  sayAbsent,
  sayTaken,
} from './registries.ts'
