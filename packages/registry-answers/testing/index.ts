export { selfSigned } from './certificate.ts'
export {
  fakeRdap,
  type FakeRdap,
  fakeWhois,
  knownTo,
  type RdapAnswer,
  sayAbsent,
  sayJson,
  sayTaken,
} from './registries.ts'
