interface FigureProps {
  /** The sentence around the amount, in the page's language. */
  sentence: (amount: string) => string
  amount: string
}

/** A sentence with an emphasized amount. Screen readers read it as one sentence. */
export function Figure({ sentence, amount }: FigureProps) {
  const [before, after] = sentence('|').split('|')
  return (
    <>
      {before}
      <b className="block text-3xl font-black tracking-tighter text-ink">{amount}</b>
      {after}
    </>
  )
}
