import { Fragment } from 'react'

/** A name that breaks after the @ or before a dot, where it has to break at all. */
export function BreakableName({ name }: { name: string }) {
  return (
    <span className="min-w-0">
      {name.split(/(?<=@)|(?=\.)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
