/** A long text of a table on one line, with the whole of it as a tooltip. A phone breaks it. */
export const OneLine = ({ children }: { children: string }) => (
  <span title={children} className="sm:block sm:max-w-36 sm:truncate xl:max-w-52">
    {children}
  </span>
)
