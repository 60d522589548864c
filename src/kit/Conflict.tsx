import { m } from '../paraglide/messages.js'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

interface ConflictProps {
  what: string
  /** The customer has claimed a payment. */
  isPaid: boolean
  /** What was typed and what is saved, shown by label. */
  mine: Record<string, string>
  theirs: Record<string, string>
  onTake: () => void
  onSaveOver: () => void
}

/** Someone saved meanwhile: both versions side by side where they differ, and the choice. */
export function Conflict({ what, isPaid, mine, theirs, onTake, onSaveOver }: ConflictProps) {
  const different = Object.keys(theirs).filter((label) => theirs[label] !== mine[label])
  return (
    <Notice tone="warning">
      <p className="font-semibold">{what}</p>
      {isPaid ? <p>{m.review_conflict_paid()}</p> : null}
      {different.length > 0 ? (
        <table className="mt-3 w-full table-fixed text-left">
          <thead>
            <tr>
              <th scope="col" className="w-24">
                <span className="sr-only">{m.review_field()}</span>
              </th>
              <th scope="col" className="pb-1 pr-3 text-sm">
                {m.review_theirs()}
              </th>
              <th scope="col" className="pb-1 text-sm">
                {m.review_mine()}
              </th>
            </tr>
          </thead>
          <tbody>
            {different.map((label) => (
              <tr key={label} className="align-top">
                <th scope="row" className="pr-3 text-sm font-normal">
                  {label}
                </th>
                <td className="pr-3 whitespace-pre-line wrap-anywhere">{theirs[label]}</td>
                <td className="whitespace-pre-line wrap-anywhere">{mine[label]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={onTake}>
          {m.review_take_theirs()}
        </Button>
        <Button size="small" onClick={onSaveOver}>
          {m.review_save_mine()}
        </Button>
      </div>
    </Notice>
  )
}
