import type { Person } from './entry.ts'

/** A person as the first letters of the first and the last word of the name, or of the address. */
export function Initials({ person }: { person: Person }) {
  return (
    <span
      aria-hidden
      className="grid size-7 place-items-center rounded-full bg-primary text-sm font-bold text-on-primary"
    >
      {initialsOf(person)}
    </span>
  )
}

function initialsOf({ name, email }: Person): string {
  const words = (name ?? email).split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
