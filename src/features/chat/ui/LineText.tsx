import { m } from '../../../paraglide/messages.js'
import { piecesOf } from '../line.ts'

/** What somebody wrote, sign for sign: text, with the web's addresses to be pressed. It is never read as markup. */
export function LineText({ body }: { body: string }) {
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {piecesOf(body).map(({ text, href }, index) =>
        href ? (
          <a
            // oxlint-disable-next-line react/no-array-index-key -- the pieces of a line never move
            key={index}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="underline underline-offset-2"
          >
            {text}
            <span className="sr-only"> {m.chat_new_tab()}</span>
          </a>
        ) : (
          text
        ),
      )}
    </p>
  )
}
