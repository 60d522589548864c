import type { Question } from './questions.ts'

type Preset = Pick<Question, 'kind' | 'label' | 'options' | 'field'> & Partial<Question>

const asked = (ending: string, id: string, { required = true, ...preset }: Preset): Question => ({
  ending,
  id,
  required,
  format: 'any',
  min: null,
  max: null,
  ...preset,
})

/**
 * What some endings are known to ask, with the names that WHMCS gives it. Registries change their rules, so that whoever
 * adds one of these compares it with what the registrar says.
 */
export const questionPresets: Record<string, Question[]> = {
  us: [
    asked('us', 'nexus', {
      kind: 'choice',
      label: 'Nexus category | Uhusiano na Marekani',
      options: ['C11', 'C12', 'C21', 'C31', 'C32'],
      field: 'Nexus Category',
    }),
    asked('us', 'purpose', {
      kind: 'choice',
      label: 'Purpose of the domain | Matumizi ya domeini',
      options: [
        'Business use for profit',
        'Non-profit business',
        'Club',
        'Association',
        'Religious Organization',
        'Personal Use',
        'Educational purposes',
        'Government purposes',
      ],
      field: 'Application Purpose',
    }),
  ],
  'co.uk': [
    asked('co.uk', 'legal-type', {
      kind: 'choice',
      label: 'Legal type | Aina ya mmiliki',
      options: [
        'Individual',
        'UK Limited Company',
        'UK Public Limited Company',
        'UK Partnership',
        'UK Limited Liability Partnership',
        'Sole Trader',
        'UK Registered Charity',
        'UK Entity (other)',
        'Foreign Organization',
        'Other foreign organizations',
      ],
      field: 'Legal Type',
    }),
    asked('co.uk', 'company-number', {
      kind: 'company-number',
      label: '',
      required: false,
      format: 'letters-digits',
      max: 20,
      options: [],
      field: 'Company ID Number',
    }),
  ],
}
