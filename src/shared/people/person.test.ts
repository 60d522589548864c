import { expect, test } from 'vitest'
import { contactName, displayName, givenName } from './person.ts'

const asha = { business_name: 'Duka Ltd', full_name: 'Asha Mwangi', email: 'asha@example.com' }

test.each([
  [asha, 'Duka Ltd'],
  [{ ...asha, business_name: null }, 'Asha Mwangi'],
  [{ ...asha, business_name: '', full_name: null }, 'asha@example.com'],
  [{ business_name: null, full_name: null, email: null }, null],
])('%o is called %s', (person, name) => {
  expect(displayName(person)).toBe(name)
})

test('the e-mail address is no given name', () => {
  expect(givenName({ ...asha, business_name: null, full_name: null })).toBeNull()
})

test('the full name stands beside the business alone', () => {
  expect(contactName(asha)).toBe('Asha Mwangi')
  expect(contactName({ ...asha, business_name: null })).toBeNull()
})
