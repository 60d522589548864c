import { textIn } from '../../../../shared/texts/bilingual.ts'
import { FieldsSection } from '../FieldsSection.tsx'
import type { ShownSettings } from '../use-section.tsx'

/** The answers that admins insert into feedback and chat. */
export const AnswersSection = ({ shown }: { shown: ShownSettings }) => (
  <FieldsSection
    id="answers"
    shown={shown}
    own={{}}
    looks={{
      'answers.canned': {
        grid: 'grid',
        nameOf: ({ name }) => name,
        summaryOf: ({ text }, { locale }) => textIn(text, locale),
        textOf: ({ name, text }) => `${name}\n${text}`,
      },
    }}
  />
)
