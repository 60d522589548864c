import { expect, test } from 'vitest'
import { profileDetails, profileLabels } from './profile-labels.ts'

test('a detail is shown under its label where the person has given it', () => {
  const person = { country: 'TZ', phone_number: null }
  expect(profileDetails(person, ['country', 'phone_number', 'language'])).toEqual([
    { column: 'country', label: profileLabels.country(), value: 'TZ' },
  ])
})
